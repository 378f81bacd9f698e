import { spacedOf, titleBy } from "@media/naming/title"

/** A first title from a file name: without its extension, separators as spaces, no terminal control characters. */
export const titleOf = (name: string): string => titleBy(name, spacedOf)

/** The sort key of a title: no leading article, no case, numbers by value. */
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
