import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/** Which album a group is. */
export const AlbumDescribed = event("album.described.v1", {
  /** See `grouping.ts`; no two albums have the same. */
  key: Schema.String,
  /** Null where there is none, and where each track has its own. */
  artist: Schema.NullOr(Schema.String),
  year: Schema.NullOr(Schema.Int),
  /** Each track has its own artist. */
  isVarious: Schema.optionalWith(Schema.Boolean, { default: () => false }),
  /** What it is called from now on; null where a person named it. */
  title: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null })
})

export type AlbumEvent = typeof AlbumDescribed.Type
export const albumEvents = [AlbumDescribed] as const
