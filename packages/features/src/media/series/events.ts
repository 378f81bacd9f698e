import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

const Ids = Schema.Record({ key: Schema.String, value: Schema.String })
const optionalInt = Schema.optionalWith(Schema.NullOr(Schema.Int), { exact: true })

/**
 * One reason for a classification: the text in the path, the naming rule that matched the text, and the meaning that
 * the rule derived from it.
 */
export const ProofPart = Schema.Struct({
  segment: Schema.String,
  start: Schema.Int,
  end: Schema.Int,
  text: Schema.String,
  rule: Schema.String,
  means: Schema.String
})

/** A video was classified, by its name or by a user. */
export const VideoClassified = event("video.classified.v1", {
  role: Schema.Literal("movie", "episode", "video"),
  /** True if a user classified the video. The file name is then ignored until a user resets the classification. */
  isByHand: Schema.Boolean,
  /** The title of the work or of the episode. Null if the name does not contain one. */
  title: Schema.NullOr(Schema.String),
  /** The title of the item after this classification. In old events, null if the title did not change. */
  shownTitle: Schema.NullOr(Schema.String),
  year: Schema.NullOr(Schema.Int),
  ids: Ids,
  /** The series that contains the episode. */
  series: Schema.optionalWith(
    Schema.NullOr(Schema.Struct({ title: Schema.String, year: Schema.NullOr(Schema.Int), ids: Ids })),
    { exact: true }
  ),
  season: optionalInt,
  episode: optionalInt,
  episodeEnd: optionalInt,
  absolute: optionalInt,
  airDate: Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true }),
  /** The position of a special among the regular episodes. */
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
  /** The version of the naming rules that classified the video. */
  parser: Schema.Int
})
export type VideoClassified = typeof VideoClassified.Type

/**
 * An accepted result set the season, episode numbers or air date of an episode. Null fields keep the value from the
 * file name. If all fields are null, earlier values from results are removed.
 */
export const VideoNumbered = event("video.numbered.v1", {
  libraryId: Uuid,
  season: Schema.NullOr(Schema.Int),
  episode: Schema.NullOr(Schema.Int),
  episodeEnd: Schema.NullOr(Schema.Int),
  airDate: Schema.NullOr(Schema.String)
})

/**
 * A reviewer replaced the numbers of an episode that a user had classified, or such a change was undone. The next
 * manual classification replaces these numbers.
 */
export const VideoRenumbered = event("video.renumbered.v1", {
  libraryId: Uuid,
  /** The proposal from which the reviewer took the numbers. */
  ref: Uuid,
  season: Schema.NullOr(Schema.Int),
  episode: Schema.NullOr(Schema.Int),
  episodeEnd: Schema.NullOr(Schema.Int),
  airDate: Schema.NullOr(Schema.String),
  /** The title of the item after this change, such as `Episode 5`. Null if the title does not change. */
  shownTitle: Schema.NullOr(Schema.String)
})

/** A series was created or its facts changed. */
export const SeriesDescribed = event("series.described.v1", {
  /** The key that identifies the series (see `grouping.ts`). */
  key: Schema.String,
  year: Schema.NullOr(Schema.Int),
  ids: Ids,
  /** The new title. Null if the title does not change. */
  title: Schema.NullOr(Schema.String)
})
/** A season was created or its facts changed. */
export const SeasonDescribed = event("season.described.v1", {
  seriesId: Uuid,
  /** The season number. 0 for specials. */
  number: Schema.Int
})

const merge = { libraryId: Uuid, into: Uuid }
/** A user merged the series into the series `into`, which now contains the episodes of both series. */
export const SeriesMerged = event("series.merged.v1", merge)
/** The merge into the series `into` was undone, so the series has its own episodes again. */
export const SeriesSplit = event("series.split.v1", merge)

/** All videos of a library were classified with this version of the naming rules. */
export const SeriesScanFinished = event("series-scan.finished.v1", {
  libraryId: Uuid,
  parser: Schema.Int,
  videosAs: Schema.String
})

const whose = { accountId: Uuid, seriesId: Uuid }
/** The account dismissed the series from Next up. Playing another episode of the series ends the dismissal. */
export const NextUpDismissed = event("next-up.dismissed.v1", whose)
export const NextUpRestored = event("next-up.restored.v1", whose)

export type SeriesEvent =
  | typeof VideoClassified.Type
  | typeof VideoNumbered.Type
  | typeof VideoRenumbered.Type
  | typeof SeriesDescribed.Type
  | typeof SeasonDescribed.Type
  | typeof SeriesMerged.Type
  | typeof SeriesSplit.Type
  | typeof SeriesScanFinished.Type
  | typeof NextUpDismissed.Type
  | typeof NextUpRestored.Type
export const seriesEvents = [
  VideoClassified,
  VideoNumbered,
  VideoRenumbered,
  SeriesDescribed,
  SeasonDescribed,
  SeriesMerged,
  SeriesSplit,
  SeriesScanFinished,
  NextUpDismissed,
  NextUpRestored
] as const
