import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/** Identifies the album of a group. */
export const AlbumDescribed = event("album.described.v1", {
  /** See `grouping.ts`; no two albums have the same. */
  key: Schema.String,
  /** Null if there is none, or each track has its own. */
  artist: Schema.NullOr(Schema.String),
  year: Schema.NullOr(Schema.Int),
  /** Each track has its own artist. The first versions did not record this. */
  isVarious: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** The new title by the tags; null if it stays. */
  title: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true })
})

export type AlbumEvent = typeof AlbumDescribed.Type
export const albumEvents = [AlbumDescribed] as const
