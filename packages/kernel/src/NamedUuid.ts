import { hashedUuid } from "./HashedUuid.ts"

const LONGEST = 1_000

/** One name, however it is spelled: letters without marks of case, white space in one way. */
const keyOf = (name: string): string =>
  name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim().slice(0, LONGEST)

/**
 * The id of what is known by its name alone, such as an author or an artist: the same in every library, after a rebuild, and
 * in an address that someone kept. A UUID of version 8.
 */
export const namedUuid = (what: string, name: string): string => hashedUuid(`${what}/${keyOf(name)}`)
