import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/** Identifies the content that was read: bytes, and milliseconds since 1970. */
const stamp = { size: Schema.Number, mtimeMs: Schema.Number }

/** Hashes of the whole file, in hexadecimal digits. */
export const ItemFingerprinted = event("item.fingerprinted.v1", {
  ...stamp,
  /** 32 digits. */
  md5: Schema.String,
  /** 16 digits; a file of 8 bytes or fewer has none. */
  oshash: Schema.NullOr(Schema.String)
})
/** The perceptual hash of the content. */
export const ItemPhashed = event("item.phashed.v1", {
  ...stamp,
  /** 16 hexadecimal digits; null: this content has none. */
  phash: Schema.NullOr(Schema.String),
  /** The reason why there is none, as a sentence for users. */
  reason: Schema.NullOr(Schema.String)
})

export const FingerprintEvent = Schema.Union(ItemFingerprinted, ItemPhashed)
export type FingerprintEvent = typeof FingerprintEvent.Type
export const fingerprintEvents = FingerprintEvent.members
