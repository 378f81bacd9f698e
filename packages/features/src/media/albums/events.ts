import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/** An album was created or its facts changed. */
export const AlbumDescribed = event("album.described.v1", {
  /** The unique key of the album (see `grouping.ts`). */
  key: Schema.String,
  /** The album artist. Null if unknown, or if the tracks have different artists. */
  artist: Schema.NullOr(Schema.String),
  year: Schema.NullOr(Schema.Int),
  /** True if the tracks have different artists. Early events of this type lack this field. */
  isVarious: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** The new title from the tags. Null if the title does not change. */
  title: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true })
})

export type AlbumEvent = typeof AlbumDescribed.Type
export const albumEvents = [AlbumDescribed] as const
