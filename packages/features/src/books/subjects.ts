import { createHash } from "node:crypto"

const LONGEST = 1_000

/** One name, however it is spelled: letters without marks of case, white space in one way. */
const keyOf = (name: string): string =>
  name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim().slice(0, LONGEST)

/**
 * The id of a series or an author, which are known by their names alone: the same in every library, after a rebuild, and
 * in a catalog that a reader has kept. A UUID of version 8.
 */
export const subjectId = (what: "series" | "author", name: string): string => {
  const bytes = createHash("sha256")
    .update(`${what}/${keyOf(name)}`)
    .digest()
    .subarray(0, 16)
  bytes[6] = 0x80 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
