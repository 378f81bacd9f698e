import { createHash, randomInt } from "node:crypto"

/** Letters that no font confuses; digits and capitals need another keyboard on devices with paper displays. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz"
/** 72 bits: no one guesses it, over the network or from its hash. */
const LENGTH = 16

export const newKey = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("")

/** Could it be a key? Passwords may look the same. */
export const isKey = (text: string): boolean =>
  text.length === LENGTH && [...text].every((letter) => LETTERS.includes(letter))

/** The value that KOReader sends for a typed key. */
export const md5Of = (key: string): string => createHash("md5").update(key).digest("hex")

/** The stored hash of a key. A fast hash is enough, because keys are random. */
export const hashOf = (md5: string): Buffer => createHash("sha256").update(md5.toLowerCase()).digest()
