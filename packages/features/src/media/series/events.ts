import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

const Ids = Schema.Record({ key: Schema.String, value: Schema.String })
const optionalInt = Schema.optionalWith(Schema.NullOr(Schema.Int), { exact: true })

/** Why a video is what it is: the text of the path, the rule that matched, and what follows from it. */
export const ProofPart = Schema.Struct({
  segment: Schema.String,
  start: Schema.Int,
  end: Schema.Int,
  text: Schema.String,
  rule: Schema.String,
  means: Schema.String
})

/** What a video is, by its name or by what a person says. */
export const VideoClassified = event("video.classified.v1", {
  role: Schema.Literal("movie", "episode", "video"),
  /** A person said it. Names no longer count until the person takes it back. */
  isByHand: Schema.Boolean,
  /** The title of the work, or of the episode; null where the name has none. */
  title: Schema.NullOr(Schema.String),
  /** The title of the item from now on; null where that stays, as it does where a person named it. */
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
  /** Where a special stands among the other episodes. */
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

/** Which series a group is. */
export const SeriesDescribed = event("series.described.v1", {
  /** See `grouping.ts`; no two series have the same. */
  key: Schema.String,
  year: Schema.NullOr(Schema.Int),
  ids: Ids,
  /** The title from now on; null where that stays. */
  title: Schema.NullOr(Schema.String)
})
/** Which season a group is. */
const SeasonDescribed = event("season.described.v1", {
  seriesId: Uuid,
  /** 0 for specials. */
  number: Schema.Int
})

/** All videos of a library were classified by this version of the naming rules. */
const SeriesScanFinished = event("series-scan.finished.v1", {
  libraryId: Uuid,
  parser: Schema.Int,
  videosAs: Schema.String
})

const whose = { accountId: Uuid, seriesId: Uuid }
/** The account does not want to be offered the series until it plays something of it. */
export const NextUpDismissed = event("next-up.dismissed.v1", whose)
export const NextUpRestored = event("next-up.restored.v1", whose)

export type SeriesEvent =
  | typeof VideoClassified.Type
  | typeof SeriesDescribed.Type
  | typeof SeasonDescribed.Type
  | typeof SeriesScanFinished.Type
  | typeof NextUpDismissed.Type
  | typeof NextUpRestored.Type
export const seriesEvents = [
  VideoClassified,
  SeriesDescribed,
  SeasonDescribed,
  SeriesScanFinished,
  NextUpDismissed,
  NextUpRestored
] as const
