import { createHash, randomInt } from "node:crypto"

/**
 * Letters that look different from each other in every font. Digits and capitals would require users to switch the
 * keyboard on e-paper devices.
 */
const LETTERS = "abcdefghjkmnpqrstuvwxyz"
/**
 * Number of letters in a key. 16 letters have 72 bits of entropy, which is enough to prevent guessing over the network
 * and brute-forcing the stored hash.
 */
const LENGTH = 16

export const newKey = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("")

/** Returns true if the text has the form of a key. A password may have the same form. */
export const isKey = (text: string): boolean =>
  text.length === LENGTH && [...text].every((letter) => LETTERS.includes(letter))

/** Returns the MD5 hash of a key. KOReader sends this hash instead of the key. */
export const md5Of = (key: string): string => createHash("md5").update(key).digest("hex")

/** Returns the hash of a key that the database stores. A fast hash is sufficient, because keys are random. */
export const hashOf = (md5: string): Buffer => createHash("sha256").update(md5.toLowerCase()).digest()
