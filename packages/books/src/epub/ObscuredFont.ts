import { createHash } from "node:crypto"
import type { Obscuring } from "./Encryption.ts"

interface Mask {
  readonly key: Buffer
  /** Number of bytes of the font that are masked with the repeated key. */
  readonly length: number
}

/** https://www.w3.org/TR/epub-33/#obfus-algorithm: the SHA-1 of the identifier without white space. */
const maskOfIdpf = ([identifier = ""]: ReadonlyArray<string>): Mask => ({
  key: createHash("sha1")
    .update(identifier.replace(/[\x20\t\r\n]/g, ""))
    .digest(),
  length: 1_040
})

/** Adobe: the UUID among the identifiers, as bytes. */
const maskOfAdobe = (identifiers: ReadonlyArray<string>): Mask | undefined => {
  const uuid = identifiers
    .map((identifier) => identifier.replace(/^\s*urn:uuid:/i, "").replace(/[\s-]/g, ""))
    .find((text) => /^[0-9a-f]{32}$/i.test(text))
  return uuid === undefined ? undefined : { key: Buffer.from(uuid, "hex"), length: 1_024 }
}

/** TrueType, OpenType, a collection, WOFF. */
const isFont = (bytes: Buffer): boolean =>
  ["\0\u0001\0\0", "OTTO", "true", "ttcf", "wOFF", "wOF2"].includes(bytes.toString("latin1", 0, 4))

/**
 * A font of a book in its original form. Some books declare fonts as obscured that are not, or changed their identifier
 * later: a result that is not a font is discarded.
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
