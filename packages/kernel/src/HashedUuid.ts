import { createHash } from "node:crypto"

/** Derives a version 8 UUID from the SHA-256 hash of a string. Equal strings give equal UUIDs. */
export const hashedUuid = (text: string): string => {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 16)
  bytes[6] = 0x80 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
