import { plainText } from "@media/kernel/PlainText"

/** A file name without its extension. */
export const stemOf = (fileName: string): string => fileName.replace(/\.(?:dvr-ms|[^.\s]{1,5})$/i, "")

/** A stem with its separators as spaces. */
export const spacedOf = (stem: string): string =>
  (stem.includes(" ") ? stem : stem.replace(/[._]+/g, " ")).replace(/\s+/g, " ").trim()

/** What a person sees of a file name: `parse` makes a title of its stem, the name itself stands in for an empty one. */
export const titleBy = (name: string, parse: (stem: string) => string): string => {
  const fileName = plainText(name)
  const title = parse(stemOf(fileName))
  return (title === "" ? fileName.trim() : title.slice(0, 500).toWellFormed()) || "Untitled"
}

/** A first title from a file name: without its extension, separators as spaces, nothing that a terminal would obey. */
export const titleOf = (name: string): string => titleBy(name, spacedOf)

/** What a list is sorted by: no leading article, no case, numbers in their order. */
export const sortTitleOf = (title: string): string =>
  title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/^(the|a|an)\s+/, "")
    .replace(/\d+/g, (digits) => digits.padStart(8, "0"))
    .slice(0, 600)
    // Cut within a pair, it would be refused by the database.
    .toWellFormed()

/** The values of an item to set, with the sort title that follows the title. */
export const withSortTitle = (set: { readonly title?: unknown }) =>
  typeof set.title === "string" ? { ...set, sortTitle: sortTitleOf(set.title) } : set
