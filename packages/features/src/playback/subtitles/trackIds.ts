import { createHash } from "node:crypto"

/**
 * Returns the id of a track, a version 8 UUID. The same track of the same video always has the same id. Therefore, if a
 * user selected a track in a player, it stays selected.
 */
export const trackIdOf = (itemId: string, source: string): string => {
  const bytes = createHash("sha256").update(`${itemId}\n${source}`).digest().subarray(0, 16)
  bytes[6] = 0x80 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
