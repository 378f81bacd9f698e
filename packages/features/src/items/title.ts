import { plainText } from "@media/kernel/PlainText"

/** A first title from a file name: without its extension, separators as spaces, nothing that a terminal would obey. */
export const titleOf = (name: string): string => {
  const fileName = plainText(name)
  const stem = fileName.replace(/\.(?:dvr-ms|[^.\s]{1,5})$/i, "")
  const spaced = stem.includes(" ") ? stem : stem.replace(/[._]+/g, " ")
  const title = spaced.replace(/\s+/g, " ").trim()
  return (title === "" ? fileName.trim() : title.slice(0, 500).toWellFormed()) || "Untitled"
}

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
