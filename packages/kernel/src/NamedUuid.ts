import { hashedUuid } from "./HashedUuid.ts"

const LONGEST = 1_000

/** Apostrophes, quotation marks and hyphens of typographers as the keys of a keyboard. */
const typed = (text: string): string =>
  text
    .replace(/[\u2018\u2019\u02bc\u00b4\u0060\u2032\uff07]/g, "'")
    .replace(/[\u201c\u201d\uff02]/g, '"')
    .replace(/[\u2010\u2011]/g, "-")

/** One name, however it is spelled: letters of one case, white space and apostrophes in one way. */
export const foldedName = (name: string): string =>
  typed(name).normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim()

/**
 * The id of what is known by its name alone, such as an author or an artist: the same in every library, after a rebuild, and
 * in an address that someone kept. A UUID of version 8.
 */
export const namedUuid = (what: string, name: string): string =>
  hashedUuid(`${what}/${foldedName(name).slice(0, LONGEST)}`)
