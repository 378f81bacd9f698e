import { createHash } from "node:crypto"
import type { Obscuring } from "./Encryption.ts"

interface Mask {
  readonly key: Buffer
  /** Number of bytes at the start of the font to which the repeated key is applied. */
  readonly length: number
}

/**
 * Returns the mask of the EPUB algorithm (https://www.w3.org/TR/epub-33/#obfus-algorithm). Its key is the SHA-1 of the
 * book's unique identifier without white space.
 */
const maskOfIdpf = ([identifier = ""]: ReadonlyArray<string>): Mask => ({
  key: createHash("sha1")
    .update(identifier.replace(/[\x20\t\r\n]/g, ""))
    .digest(),
  length: 1_040
})

/** Returns Adobe's mask, whose key is the UUID among the identifiers. Returns undefined if no identifier is a UUID. */
const maskOfAdobe = (identifiers: ReadonlyArray<string>): Mask | undefined => {
  const uuid = identifiers
    .map((identifier) => identifier.replace(/^\s*urn:uuid:/i, "").replace(/[\s-]/g, ""))
    .find((text) => /^[0-9a-f]{32}$/i.test(text))
  return uuid === undefined ? undefined : { key: Buffer.from(uuid, "hex"), length: 1_024 }
}

/** True if the bytes begin with the signature of TrueType, OpenType, a font collection, or WOFF. */
const isFont = (bytes: Buffer): boolean =>
  ["\0\u0001\0\0", "OTTO", "true", "ttcf", "wOFF", "wOF2"].includes(bytes.toString("latin1", 0, 4))

/**
 * Removes the obfuscation from a font. If the result would not be a font, returns the stored bytes. Some books declare
 * plain fonts as obfuscated. In other books, the identifier was changed after the fonts had been obfuscated.
 */
export const plainFont = (
  stored: Buffer,
  obscuring: Obscuring,
  identifiers: ReadonlyArray<string>
): Buffer => {
  const mask = obscuring === "idpf" ? maskOfIdpf(identifiers) : maskOfAdobe(identifiers)
  if (mask === undefined || isFont(stored)) return stored
  const { key, length } = mask
  const plain = Buffer.from(stored)
  for (let at = 0; at < Math.min(length, plain.length); at++) plain[at]! ^= key[at % key.length]!
  return isFont(plain) ? plain : stored
}
