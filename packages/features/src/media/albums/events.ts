import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/** Which album a group is. */
export const AlbumDescribed = event("album.described.v1", {
  /** See `grouping.ts`; no two albums have the same. */
  key: Schema.String,
  /** Null where there is none, and where each track has its own. */
  artist: Schema.NullOr(Schema.String),
  year: Schema.NullOr(Schema.Int),
  /** Each track has its own artist. The first versions did not tell. */
  isVarious: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** What it is called from now on; null where that stays, as it does where a person named it. */
  title: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true })
})

export type AlbumEvent = typeof AlbumDescribed.Type
export const albumEvents = [AlbumDescribed] as const
