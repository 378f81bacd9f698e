import { spacedOf, titleBy } from "@media/naming/title"

/**
 * Returns the initial title from a file name: without the extension and terminal control characters, and with spaces
 * instead of separators.
 */
export const titleOf = (name: string): string => titleBy(name, spacedOf)

/** Returns the sort key of a title. The key ignores case and a leading article, and sorts numbers by value. */
export const sortTitleOf = (title: string): string =>
  title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/^(the|a|an)\s+/, "")
    .replace(/\d+/g, (digits) => digits.padStart(8, "0"))
    .slice(0, 600)
    // `slice` may split a surrogate pair, and the database rejects unpaired surrogates.
    .toWellFormed()
