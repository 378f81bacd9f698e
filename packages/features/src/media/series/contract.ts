import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok, OkNull, Page } from "@media/wire/Envelope"
import { Body, pageParams, QueryBoolean } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireSession } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { ItemFilter, itemGroup, itemSummaryFields } from "../../catalog/items/contract.ts"
import { Picture } from "@media/wire/Picture"
import { rolePictureFields } from "../../catalog/items/rolePictures.ts"
import { groupDetailFields, groupSummaryFields } from "../../catalog/items/groupFields.ts"
import { Attachment, EpisodeSummary } from "./episodeContract.ts"
import { seasonKind, seriesKind } from "./kind.ts"

/** Counts of the episodes that the caller may see. A file with two episodes counts as two. */
const episodeCounts = {
  /** Number of episodes whose file is present. */
  episodeCount: Schema.Int,
  /**
   * Number of episodes that the caller has not watched. Specials are counted only in their own season, not in the
   * series.
   */
  unwatchedCount: Schema.Int,
  missingCount: Schema.Int
}

const seriesFields = {
  ...itemSummaryFields,
  kind: Schema.Literal("series"),
  ...groupSummaryFields,
  ...episodeCounts,
  seasonCount: Schema.Int,
  year: Schema.NullOr(Schema.Int)
}
export const SeriesSummary = Schema.Struct(seriesFields).annotations({ identifier: "SeriesSummary" })
export type SeriesSummary = typeof SeriesSummary.Type

const seasonFields = {
  ...itemSummaryFields,
  kind: Schema.Literal("season"),
  ...groupSummaryFields,
  ...episodeCounts,
  /** The season number. 0 for specials. */
  number: Schema.Int,
  seriesId: Schema.NullOr(Uuid)
}
export const SeasonSummary = Schema.Struct(seasonFields).annotations({ identifier: "SeasonSummary" })
export type SeasonSummary = typeof SeasonSummary.Type
export const Season = Schema.Struct({ ...seasonFields, ...groupDetailFields }).annotations({
  identifier: "Season"
})
export type Season = typeof Season.Type

/** The next episode to offer to a viewer of a series. */
export const NextUp = Schema.Struct({
  seriesId: Uuid,
  seriesTitle: Schema.String,
  episode: EpisodeSummary,
  /** True if the viewer has already watched this episode and all later episodes, and is watching the series again. */
  isAgain: Schema.Boolean,
  /**
   * True if the files of unwatched episodes before this episode are missing, so that playing this episode skips them.
   */
  isAfterGap: Schema.Boolean
}).annotations({ identifier: "NextUp" })
export type NextUp = typeof NextUp.Type

export const Series = Schema.Struct({
  ...seriesFields,
  ...groupDetailFields,
  ...rolePictureFields,
  seasons: Schema.Array(
    Schema.Struct({
      id: Uuid,
      number: Schema.Int,
      title: Schema.String,
      picture: Schema.NullOr(Picture),
      ...episodeCounts
    })
  ),
  /** Null if there is no episode to offer, because no episode was started or all episodes were watched. */
  nextUp: Schema.NullOr(NextUp),
  totals: Schema.Struct({
    episodes: Schema.Int,
    watched: Schema.Int,
    /** The total duration in seconds, without episodes of unknown duration. */
    seconds: Schema.Number
  })
}).annotations({ identifier: "Series" })
export type Series = typeof Series.Type

export class SeriesGroup extends itemGroup("series", {
  name: "Series",
  path: seriesKind.paths.list,
  list: HttpApiEndpoint.get("list", seriesKind.paths.list)
    .setUrlParams(ItemFilter)
    .addSuccess(Page("SeriesListResponse", SeriesSummary))
    .addError(FailInvalid)
    .addError(FailTooBroad),
  detail: Series
}) {}

export class SeasonsGroup extends itemGroup("seasons", {
  name: "Season",
  path: seasonKind.paths.list,
  list: HttpApiEndpoint.get("list", seasonKind.paths.list)
    .setUrlParams(ItemFilter)
    .addSuccess(Page("SeasonsResponse", SeasonSummary))
    .addError(FailInvalid)
    .addError(FailTooBroad),
  detail: Season
}) {}

const limit = Schema.optionalWith(Schema.NumberFromString.pipe(Schema.int(), Schema.between(1, 100)), {
  default: () => 20
})
const { page, perPage } = pageParams

/** An extra of a series or of one of its seasons. */
const SeriesExtra = Schema.Struct({
  ...Attachment.fields,
  /** The season number. Null if the extra belongs to the whole series. */
  season: Schema.NullOr(Schema.Int)
}).annotations({ identifier: "SeriesExtra" })
export type SeriesExtra = typeof SeriesExtra.Type

/** Lists the seasons of a series, the episodes of a season, and the next episodes to watch. */
export class SeriesContentsGroup extends HttpApiGroup.make("seriesContents")
  .add(
    HttpApiEndpoint.get("seasons", `${seriesKind.paths.list}/:id/seasons`)
      .setPath(idPath)
      .setUrlParams(Schema.Struct({ page, perPage }))
      .addSuccess(Page("SeriesSeasonsResponse", SeasonSummary))
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.get("extras", `${seriesKind.paths.list}/:id/extras`)
      .setPath(idPath)
      .addSuccess(Ok("SeriesExtrasResponse", Schema.Struct({ items: Schema.Array(SeriesExtra) })))
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.get("episodes", `${seasonKind.paths.list}/:id/episodes`)
      .setPath(idPath)
      .setUrlParams(
        Schema.Struct({
          ...{ page, perPage },
          /** True to include the specials that air before, during or after the season, at their positions. */
          placed: Schema.optional(QueryBoolean)
        })
      )
      .addSuccess(Page("SeasonEpisodesResponse", EpisodeSummary))
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.get("nextUp", "/api/video/next-up")
      .setUrlParams(
        Schema.Struct({ limit, libraryId: Schema.optional(Uuid), seriesId: Schema.optional(Uuid) })
      )
      .addSuccess(Ok("NextUpResponse", Schema.Struct({ items: Schema.Array(NextUp) })))
      .addError(FailInvalid)
  )
  .add(
    HttpApiEndpoint.put("dismissNextUp", `${seriesKind.paths.list}/:id/next-up`)
      .setPath(idPath)
      .setPayload(Body({ dismissed: Schema.Boolean }))
      .addSuccess(OkNull)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .middleware(RequireSession) {}
