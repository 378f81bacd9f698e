import { createHash } from "node:crypto"

/** What one account thinks and did of one item is a stream of its own, so that it never disturbs an edit. */
export const userItemStream = (accountId: string, itemId: string): string => {
  const bytes = createHash("sha256").update(`user-item/${accountId}/${itemId}`).digest().subarray(0, 16)
  bytes[6] = 0x80 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
