import { createHash } from "node:crypto"
import digests from "./commonPasswords.json" with { type: "json" }

const bytesEach = 6

const digestOf = (password: string): string =>
  createHash("sha256").update(password.toLowerCase()).digest().subarray(0, bytesEach).toString("hex")

let known: ReadonlySet<string> | undefined

/**
 * Reads `commonPasswords.json`, a list of the 3,000 most common passwords with eight or more characters. The file
 * contains only digests, because many of these passwords are offensive. Each digest consists of the first six bytes of
 * the SHA-256 of the password in lower case. The digests are sorted and encoded in base64. One in 94 billion other
 * passwords has one of these digests and is also rejected.
 *
 * The file was generated from src/passwords.json of @zxcvbn-ts/language-common 4.1.3 (MIT, (c) 2012-2016 Dan Wheeler
 * and Dropbox, Inc., (c) 2021 @zxcvbn-ts). That file sorts passwords by their frequency in published leaks.
 */
const read = (): ReadonlySet<string> => {
  const all = Buffer.from(digests.join(""), "base64")
  return new Set(
    Array.from({ length: all.length / bytesEach }, (_, n) =>
      all.subarray(n * bytesEach, (n + 1) * bytesEach).toString("hex")
    )
  )
}

/**
 * Returns true if the password is one of the most common passwords. Ignores case, because `Password1` is as common as
 * `password1`.
 */
export const isCommon = (password: string): boolean => (known ??= read()).has(digestOf(password))
