import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/** A group is this album. */
export const AlbumDescribed = event("album.described.v1", {
  /** The unique key of the album; see `grouping.ts`. */
  key: Schema.String,
  /** Null if unknown, or if each track has its own. */
  artist: Schema.NullOr(Schema.String),
  year: Schema.NullOr(Schema.Int),
  /** Each track has its own artist. The first versions did not record this. */
  isVarious: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** The new title from the tags; null if the title does not change. */
  title: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true })
})

export type AlbumEvent = typeof AlbumDescribed.Type
export const albumEvents = [AlbumDescribed] as const
