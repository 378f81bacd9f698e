import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/** Size in bytes and modification time in milliseconds since 1970. Together they identify the content that was read. */
const stamp = { size: Schema.Number, mtimeMs: Schema.Number }

/** The MD5 hash and the oshash of a file were computed. Both are written in hexadecimal. */
export const ItemFingerprinted = event("item.fingerprinted.v1", {
  ...stamp,
  /** The MD5 hash of the whole file, as 32 hexadecimal digits. */
  md5: Schema.String,
  /** The oshash, as 16 hexadecimal digits. Null for a file of 8 bytes or fewer. */
  oshash: Schema.NullOr(Schema.String)
})
/** The perceptual hash of the content was computed, or the content turned out to have none. */
export const ItemPhashed = event("item.phashed.v1", {
  ...stamp,
  /** The perceptual hash, as 16 hexadecimal digits. Null if the content has no perceptual hash. */
  phash: Schema.NullOr(Schema.String),
  /** The reason why the content has no perceptual hash, as a message for users. Null if the content has one. */
  reason: Schema.NullOr(Schema.String)
})

export const FingerprintEvent = Schema.Union(ItemFingerprinted, ItemPhashed)
export type FingerprintEvent = typeof FingerprintEvent.Type
export const fingerprintEvents = FingerprintEvent.members
