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
import { EpisodeSummary } from "./episodeContract.ts"
import { seasonKind, seriesKind } from "./kind.ts"

/** Counts of episodes that the caller may see. A file with two episodes counts as two. */
const episodeCounts = {
  /** Episodes whose file is present. */
  episodeCount: Schema.Int,
  /** Episodes that the caller has not watched. Specials count only in their own season. */
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
  /** 0 for specials. */
  number: Schema.Int,
  seriesId: Schema.NullOr(Uuid)
}
export const SeasonSummary = Schema.Struct(seasonFields).annotations({ identifier: "SeasonSummary" })
export type SeasonSummary = typeof SeasonSummary.Type
export const Season = Schema.Struct({ ...seasonFields, ...groupDetailFields }).annotations({
  identifier: "Season"
})
export type Season = typeof Season.Type

/** The episode to offer to a viewer of a series. */
export const NextUp = Schema.Struct({
  seriesId: Uuid,
  seriesTitle: Schema.String,
  episode: EpisodeSummary,
  /** True if all later episodes were already watched, so the viewer is offered this one again. */
  isAgain: Schema.Boolean,
  /** True if unwatched episodes right before this one have no file. */
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
  /** Null if there is nothing to offer, because nothing was started or everything was watched. */
  nextUp: Schema.NullOr(NextUp),
  totals: Schema.Struct({
    episodes: Schema.Int,
    watched: Schema.Int,
    /** The total duration of all episodes whose duration is known. */
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

/** The seasons of series, the episodes of seasons, and the next episodes to watch. */
export class SeriesContentsGroup extends HttpApiGroup.make("seriesContents")
  .add(
    HttpApiEndpoint.get("seasons", `${seriesKind.paths.list}/:id/seasons`)
      .setPath(idPath)
      .setUrlParams(Schema.Struct({ page, perPage }))
      .addSuccess(Page("SeriesSeasonsResponse", SeasonSummary))
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.get("episodes", `${seasonKind.paths.list}/:id/episodes`)
      .setPath(idPath)
      .setUrlParams(
        Schema.Struct({
          ...{ page, perPage },
          /** Adds the specials that air before, within or after the season, at their positions. */
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
