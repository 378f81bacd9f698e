import type { Algorithm } from "./shapes.ts"

export interface Fingerprint {
  readonly algorithm: typeof Algorithm.Type
  readonly hash: string
}

/**
 * Normalizes a fingerprint, because not every server does this itself. Converts the hash to lower case, and pads a
 * perceptual hash with zeros to 16 hex digits.
 */
export const normalized = ({ algorithm, hash }: Fingerprint): Fingerprint => {
  const lower = hash.trim().toLowerCase()
  return { algorithm, hash: algorithm === "PHASH" ? lower.padStart(16, "0") : lower }
}

const number = (hash: string): bigint | undefined =>
  /^[0-9a-f]{1,16}$/i.test(hash) ? BigInt(`0x${hash}`) : undefined

/**
 * Returns the number of bits in which two perceptual hashes differ. Returns undefined if one of them is not a
 * hexadecimal number of 1 to 16 digits.
 */
export const hashDistance = (left: string, right: string): number | undefined => {
  const [a, b] = [number(left), number(right)]
  if (a === undefined || b === undefined) return undefined
  let bits = 0
  for (let rest = a ^ b; rest > 0n; rest >>= 1n) bits += Number(rest & 1n)
  return bits
}
