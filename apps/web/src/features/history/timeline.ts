import type { EntityKind } from "@media/features/EntityKind"
import type { ItemKind } from "@media/features/ItemKind"
import { api } from "@/api"

export type TimelineKind = ItemKind | EntityKind

/** The API routes for the history of each kind. */
export const timelines = {
  video: api.videoHistory,
  series: api.seriesHistory,
  season: api.seasonHistory,
  image: api.imageHistory,
  gallery: api.galleryHistory,
  album: api.albumHistory,
  track: api.trackHistory,
  book: api.bookHistory,
  performer: api.performerHistory,
  studio: api.studioHistory,
  tag: api.tagHistory,
  author: api.authorHistory
} as const satisfies Readonly<Record<TimelineKind, unknown>>
