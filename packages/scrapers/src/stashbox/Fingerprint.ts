import type { Algorithm } from "./shapes.ts"

export interface Fingerprint {
  readonly algorithm: typeof Algorithm.Type
  readonly hash: string
}

/** Normalizes to lower case, and pads perceptual hashes to 16 digits, which only some servers do. */
export const normalized = ({ algorithm, hash }: Fingerprint): Fingerprint => {
  const lower = hash.trim().toLowerCase()
  return { algorithm, hash: algorithm === "PHASH" ? lower.padStart(16, "0") : lower }
}

const number = (hash: string): bigint | undefined =>
  /^[0-9a-f]{1,16}$/i.test(hash) ? BigInt(`0x${hash}`) : undefined

/** The number of different bits in two perceptual hashes; undefined for invalid text. */
export const hashDistance = (left: string, right: string): number | undefined => {
  const [a, b] = [number(left), number(right)]
  if (a === undefined || b === undefined) return undefined
  let bits = 0
  for (let rest = a ^ b; rest > 0n; rest >>= 1n) bits += Number(rest & 1n)
  return bits
}
