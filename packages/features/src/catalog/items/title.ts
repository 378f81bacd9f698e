import { spacedOf, titleBy } from "@media/naming/title"

/**
 * The initial title from a file name, without extension and terminal control characters, and with spaces for
 * separators.
 */
export const titleOf = (name: string): string => titleBy(name, spacedOf)

/** The sort key of a title: ignores a leading article and case, and sorts numbers by value. */
export const sortTitleOf = (title: string): string =>
  title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/^(the|a|an)\s+/, "")
    .replace(/\d+/g, (digits) => digits.padStart(8, "0"))
    .slice(0, 600)
    // A cut inside a surrogate pair would make the database reject the text.
    .toWellFormed()
