import { hashedUuid } from "./HashedUuid.ts"

const LONGEST = 1_000

/** Replaces typographic apostrophes, quotation marks and hyphens with the characters of a keyboard. */
const typed = (text: string): string =>
  text
    .replace(/[\u2018\u2019\u02bc\u00b4\u0060\u2032\uff07]/g, "'")
    .replace(/[\u201c\u201d\uff02]/g, '"')
    .replace(/[\u2010\u2011]/g, "-")

/**
 * Folds case, white space, apostrophes, quotation marks and hyphens, so that different spellings of a name become
 * equal.
 */
export const foldedName = (name: string): string =>
  typed(name).normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim()

/**
 * Derives the id of an object that is known only by its name, such as an author or an artist. The id is a version 8
 * UUID. It is the same in every library, after a rebuild, and in bookmarked URLs.
 */
export const namedUuid = (what: string, name: string): string =>
  hashedUuid(`${what}/${foldedName(name).slice(0, LONGEST)}`)
