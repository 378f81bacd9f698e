import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

const Ids = Schema.Record({ key: Schema.String, value: Schema.String })
const optionalInt = Schema.optionalWith(Schema.NullOr(Schema.Int), { exact: true })

/** One reason for a classification: the text in the path, the rule that matched, and its meaning. */
export const ProofPart = Schema.Struct({
  segment: Schema.String,
  start: Schema.Int,
  end: Schema.Int,
  text: Schema.String,
  rule: Schema.String,
  means: Schema.String
})

/** The classification of a video, by its name or by a user. */
export const VideoClassified = event("video.classified.v1", {
  role: Schema.Literal("movie", "episode", "video"),
  /** True if a user classified the video. Its name does not count until a user reverts that. */
  isByHand: Schema.Boolean,
  /** The title of the work or of the episode. Null if the name has none. */
  title: Schema.NullOr(Schema.String),
  /** The title of the item that follows from these facts. In the first versions, null if it had not changed. */
  shownTitle: Schema.NullOr(Schema.String),
  year: Schema.NullOr(Schema.Int),
  ids: Ids,
  /** The series that an episode belongs to. */
  series: Schema.optionalWith(
    Schema.NullOr(Schema.Struct({ title: Schema.String, year: Schema.NullOr(Schema.Int), ids: Ids })),
    { exact: true }
  ),
  season: optionalInt,
  episode: optionalInt,
  episodeEnd: optionalInt,
  absolute: optionalInt,
  airDate: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true }),
  /** The position of a special among the other episodes. */
  airs: Schema.optionalWith(
    Schema.NullOr(
      Schema.Struct({
        beforeSeason: Schema.optional(Schema.NullOr(Schema.Int)),
        beforeEpisode: Schema.optional(Schema.NullOr(Schema.Int)),
        afterSeason: Schema.optional(Schema.NullOr(Schema.Int))
      })
    ),
    { exact: true }
  ),
  proof: Schema.Array(ProofPart),
  /** The version of the naming rules. */
  parser: Schema.Int
})
export type VideoClassified = typeof VideoClassified.Type

/** The numbers of an episode that a reviewed result states. Null if it states none, so that the name counts. */
export const VideoNumbered = event("video.numbered.v1", {
  libraryId: Uuid,
  season: Schema.NullOr(Schema.Int),
  episode: Schema.NullOr(Schema.Int),
  episodeEnd: Schema.NullOr(Schema.Int),
  airDate: Schema.NullOr(Schema.String)
})

/**
 * Numbers from a reviewed result, or from before it, that replace those of an episode that a user classified. The next
 * classification by a user replaces them.
 */
export const VideoRenumbered = event("video.renumbered.v1", {
  libraryId: Uuid,
  /** The proposal whose numbers a reviewer selected. */
  ref: Uuid,
  season: Schema.NullOr(Schema.Int),
  episode: Schema.NullOr(Schema.Int),
  episodeEnd: Schema.NullOr(Schema.Int),
  airDate: Schema.NullOr(Schema.String),
  /** The title of the item that follows from these numbers. Null if the title stays. */
  shownTitle: Schema.NullOr(Schema.String)
})

/** The series that a group represents. */
export const SeriesDescribed = event("series.described.v1", {
  /** Unique among series; see `grouping.ts`. */
  key: Schema.String,
  year: Schema.NullOr(Schema.Int),
  ids: Ids,
  /** The new title. Null if the title stays. */
  title: Schema.NullOr(Schema.String)
})
/** The season that a group represents. */
export const SeasonDescribed = event("season.described.v1", {
  seriesId: Uuid,
  /** 0 for specials. */
  number: Schema.Int
})

/** All videos of a library were classified by this version of the naming rules. */
export const SeriesScanFinished = event("series-scan.finished.v1", {
  libraryId: Uuid,
  parser: Schema.Int,
  videosAs: Schema.String
})

const whose = { accountId: Uuid, seriesId: Uuid }
/** The account dismissed the series from Next up until it plays another of its episodes. */
export const NextUpDismissed = event("next-up.dismissed.v1", whose)
export const NextUpRestored = event("next-up.restored.v1", whose)

export type SeriesEvent =
  | typeof VideoClassified.Type
  | typeof VideoNumbered.Type
  | typeof VideoRenumbered.Type
  | typeof SeriesDescribed.Type
  | typeof SeasonDescribed.Type
  | typeof SeriesScanFinished.Type
  | typeof NextUpDismissed.Type
  | typeof NextUpRestored.Type
export const seriesEvents = [
  VideoClassified,
  VideoNumbered,
  VideoRenumbered,
  SeriesDescribed,
  SeasonDescribed,
  SeriesScanFinished,
  NextUpDismissed,
  NextUpRestored
] as const
