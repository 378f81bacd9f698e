import { hashedUuid } from "@media/kernel/HashedUuid"

const LONGEST = 1_000

/** One name, however it is spelled: letters without marks of case, white space in one way. */
const keyOf = (name: string): string =>
  name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim().slice(0, LONGEST)

/**
 * The id of a series or an author, which are known by their names alone: the same in every library, after a rebuild, and
 * in a catalog that a reader has kept. A UUID of version 8.
 */
export const subjectId = (what: "series" | "author", name: string): string =>
  hashedUuid(`${what}/${keyOf(name)}`)
