import { createHash, randomInt } from "node:crypto"

/** Letters that look different in every font. Digits and capitals need another keyboard on e-paper devices. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz"
/** 72 bits, so that no one can guess a key over the network or find it from its hash. */
const LENGTH = 16

export const newKey = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("")

/** Tells whether a text could be a key. Passwords may look the same. */
export const isKey = (text: string): boolean =>
  text.length === LENGTH && [...text].every((letter) => LETTERS.includes(letter))

/** The value that KOReader sends for a typed key. */
export const md5Of = (key: string): string => createHash("md5").update(key).digest("hex")

/** The stored hash of a key. A fast hash is enough, because keys are random. */
export const hashOf = (md5: string): Buffer => createHash("sha256").update(md5.toLowerCase()).digest()
