import { makeQueue } from "./queue"
import { transport } from "./transport"

/**
 * Returns a random UUID. `crypto.randomUUID` requires a secure context, but home servers often have no certificate.
 */
const newKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}

/** The upload queue of this tab. Uploads continue while the user opens other pages. */
export const queue = makeQueue(transport, newKey)
