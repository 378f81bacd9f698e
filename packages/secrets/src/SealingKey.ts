import { hkdfSync, randomBytes, scrypt } from "node:crypto"

/** The key that encrypts and authenticates sealed values. */
export interface SealingKey {
  /** Identifies the key without revealing it. */
  readonly id: string
  readonly bytes: Buffer
}

const keyBytes = 32
/**
 * The scrypt parameters that OWASP recommends. Each guess takes 128 MiB of memory and 0.33 CPU seconds (measured
 * 2026-11-22).
 */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

const generatedForm = /^[A-Za-z0-9_-]{43}$/

/** Generates a secret of 32 random bytes in base64url, which has 43 characters. */
export const generateSecret = (): string => randomBytes(keyBytes).toString("base64url")

/**
 * True if a secret has the form that `generateSecret` produces. Such a secret is strong enough without stretching, even
 * if an operator configured it.
 */
export const isGenerated = (secret: string): boolean => generatedForm.test(secret)

const expand = (from: Buffer, purpose: string, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", from, Buffer.alloc(0), purpose, length))

const stretch = (secret: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(secret, salt, keyBytes, cost, (error, bytes) => (error === null ? resolve(bytes) : reject(error)))
  )

/**
 * Derives the key from a secret. A secret that a user chose is stretched with a salt, which is stored next to the
 * sealed values. A generated secret needs no stretching.
 */
export const sealingKey = async (secret: string, salt: Buffer): Promise<SealingKey> => {
  const material = isGenerated(secret) ? Buffer.from(secret, "base64url") : await stretch(secret, salt)
  return {
    bytes: expand(material, "media-library/sealed-values/v1", keyBytes),
    id: expand(material, "media-library/key-id/v1", 9).toString("base64url")
  }
}
