import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { isDay } from "@media/kernel/Day"
import { Uuid } from "@media/kernel/Ids"
import { Ok, OkNull } from "@media/wire/Envelope"
import { Body, SafeText } from "@media/wire/Query"
import { idPath, resource } from "@media/wire/Resource"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import { FailAdminRequired, FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { ItemPatch, itemPatchFields, MovingItemFilter } from "../../catalog/items/contract.ts"
import { Picture } from "@media/wire/Picture"
import { rolePictureFields } from "../../catalog/items/rolePictures.ts"
import { ListParams } from "../../catalog/items/listParams.ts"
import { Video, VideoSummary } from "../videos/contract.ts"
import { ProofPart } from "./events.ts"
import { listMovieSetsEndpoint } from "./movieSetContract.ts"

const Ids = Schema.Record({ key: Schema.String, value: Schema.String })
const SeriesRef = Schema.NullOr(Schema.Struct({ id: Uuid, title: Schema.String }))
const Number = Schema.NullOr(Schema.Int)

const numberFields = {
  series: SeriesRef,
  seasonId: Schema.NullOr(Uuid),
  season: Number,
  /** The episode number. Null if unknown. */
  episode: Number,
  /** The last episode number in a file with several episodes. */
  episodeEnd: Number,
  absolute: Number,
  /** A date such as 2024-05-31. */
  airDate: Schema.NullOr(Schema.String)
}
export const EpisodeSummary = Schema.Struct({
  ...VideoSummary.fields,
  ...numberFields,
  /** The description. Lists of episodes show only its beginning. */
  details: Schema.NullOr(Schema.String)
}).annotations({ identifier: "EpisodeSummary" })
export type EpisodeSummary = typeof EpisodeSummary.Type
/** One of several episodes in a file, with the values from the NFO file. */
const EpisodeSegment = Schema.Struct({
  episode: Schema.Int,
  title: Schema.NullOr(Schema.String),
  overview: Schema.NullOr(Schema.String),
  /** A date such as 2024-05-31. */
  airDate: Schema.NullOr(Schema.String),
  /** Duration in minutes. */
  runtime: Number
}).annotations({ identifier: "EpisodeSegment" })
export type EpisodeSegment = typeof EpisodeSegment.Type

const movieFields = { year: Number, versionCount: Schema.Int }
export const MovieSummary = Schema.Struct({ ...VideoSummary.fields, ...movieFields }).annotations({
  identifier: "MovieSummary"
})
export type MovieSummary = typeof MovieSummary.Type

/** A version, part or extra of a work. */
export const Attachment = Schema.Struct({
  id: Uuid,
  title: Schema.String,
  label: Schema.NullOr(Schema.String),
  /** The part number, if the video is a part. */
  number: Number,
  extraType: Schema.NullOr(Schema.String),
  picture: Schema.NullOr(Picture),
  isMissing: Schema.Boolean,
  duration: Schema.NullOr(Schema.Number),
  width: Number,
  height: Number,
  size: Schema.Number
}).annotations({ identifier: "VideoAttachment" })
export type Attachment = typeof Attachment.Type

const attachmentFields = {
  /**
   * The file that is played if the caller does not choose one. The first of these files that exists:
   * - the version that the caller played last
   * - the primary file, if a user chose it by hand
   * - the version with the greatest height
   */
  preferredId: Uuid,
  versions: Schema.Array(Attachment),
  parts: Schema.Array(Attachment),
  extras: Schema.Array(Attachment)
}

export const Episode = Schema.Struct({
  ...Video.fields,
  ...numberFields,
  ...attachmentFields,
  /** The individual episodes in a file that contains several. Empty unless the NFO file describes each episode. */
  segments: Schema.Array(EpisodeSegment),
  /** The previous and next episodes in play order that the caller can play. */
  previous: Schema.NullOr(Uuid),
  next: Schema.NullOr(Uuid)
}).annotations({ identifier: "Episode" })
export type Episode = typeof Episode.Type

export const Movie = Schema.Struct({
  ...Video.fields,
  ...movieFields,
  ...rolePictureFields,
  ...attachmentFields
}).annotations({ identifier: "Movie" })
export type Movie = typeof Movie.Type

const EpisodeFilter = ListParams({
  ...MovingItemFilter.fields,
  /** Returns only episodes of this series. */
  seriesId: Schema.optional(Uuid),
  /** Returns only episodes of this season. */
  seasonId: Schema.optional(Uuid)
})
const MovieFilter = MovingItemFilter

const EpisodeNumber = Schema.Int.pipe(Schema.between(0, 999_999))
export const EpisodePatch = Body({
  ...itemPatchFields,
  season: Schema.optional(EpisodeNumber),
  episode: Schema.optional(Schema.NullOr(EpisodeNumber)),
  episodeEnd: Schema.optional(Schema.NullOr(EpisodeNumber)),
  /** Moves the episode to another series of its library. */
  seriesId: Schema.optional(Uuid)
})
export type EpisodePatch = typeof EpisodePatch.Type

/** The new numbers of one episode. The episode remains in its series. */
const Renumbered = Schema.Struct({
  id: Uuid,
  season: EpisodeNumber,
  episode: Schema.NullOr(EpisodeNumber),
  episodeEnd: Schema.optional(Schema.NullOr(EpisodeNumber))
})
export const RenumberInput = Body({
  episodes: Schema.Array(Renumbered).pipe(Schema.minItems(1), Schema.maxItems(500))
})
export type RenumberInput = typeof RenumberInput.Type

const movies = resource({ name: "Movie", path: "/api/video/movies", detail: Movie, summary: MovieSummary })
const episodes = resource({
  name: "Episode",
  path: "/api/video/episodes",
  detail: Episode,
  summary: EpisodeSummary
})

/** Routes for movies. Ratings, favorites and watched status are set through the routes for videos. */
export class MoviesGroup extends HttpApiGroup.make("movies")
  .add(movies.list.setUrlParams(MovieFilter).addError(FailInvalid).addError(FailTooBroad))
  .add(movies.get)
  .add(listMovieSetsEndpoint)
  .add(movies.update.setPayload(ItemPatch).addError(FailAdminRequired).addError(FailConflict))
  .middleware(RequireSession) {}

export class EpisodesGroup extends HttpApiGroup.make("episodes")
  .add(episodes.list.setUrlParams(EpisodeFilter).addError(FailInvalid).addError(FailTooBroad))
  .add(episodes.get)
  .add(episodes.update.setPayload(EpisodePatch).addError(FailAdminRequired).addError(FailConflict))
  .middleware(RequireSession) {}

const Role = Schema.Literal("movie", "episode", "video")
const Text = SafeText(500)
const Airs = Schema.Struct({
  beforeSeason: Schema.optional(Number),
  beforeEpisode: Schema.optional(Number),
  afterSeason: Schema.optional(Number)
})

/** A manual classification of a video. */
export const ClassificationInput = Body({
  role: Role,
  title: Schema.optional(Schema.NullOr(Text)),
  year: Schema.optional(Number),
  seriesTitle: Schema.optional(Schema.NullOr(Text)),
  seriesYear: Schema.optional(Number),
  season: Schema.optional(Schema.NullOr(EpisodeNumber)),
  episode: Schema.optional(Schema.NullOr(EpisodeNumber)),
  episodeEnd: Schema.optional(Schema.NullOr(EpisodeNumber)),
  absolute: Schema.optional(Schema.NullOr(EpisodeNumber)),
  airDate: Schema.optional(
    Schema.NullOr(
      Schema.String.pipe(Schema.filter(isDay, { message: () => "must be a date such as 2024-05-31" }))
    )
  ),
  airs: Schema.optional(Schema.NullOr(Airs))
})
export type ClassificationInput = typeof ClassificationInput.Type

const readingFields = {
  role: Role,
  title: Schema.NullOr(Schema.String),
  year: Number,
  series: Schema.NullOr(Schema.Struct({ title: Schema.String, year: Number })),
  season: Number,
  episode: Number,
  episodeEnd: Number,
  absolute: Number,
  airDate: Schema.NullOr(Schema.String)
}
/** Another possible interpretation of a file name. */
export const AlternativeReading = Schema.Struct(readingFields).annotations({
  identifier: "AlternativeReading"
})
export type AlternativeReading = typeof AlternativeReading.Type

/** The classification of a video, with the parts of its path on which the classification is based. */
export const VideoClassification = Schema.Struct({
  ...readingFields,
  /** True if a user classified the video. The file name is then ignored. */
  isByHand: Schema.Boolean,
  airs: Schema.NullOr(Airs),
  externalIds: Ids,
  proof: Schema.Array(ProofPart),
  /** Other possible interpretations of the file name, the most likely first. Empty if the name is unambiguous. */
  alternatives: Schema.Array(AlternativeReading)
}).annotations({ identifier: "VideoClassification" })
export type VideoClassification = typeof VideoClassification.Type

const OkClassification = Ok("VideoClassificationResponse", VideoClassification)

export class ClassificationGroup extends HttpApiGroup.make("classification")
  .add(
    HttpApiEndpoint.get("get", "/api/videos/:id/classification")
      .setPath(idPath)
      .addSuccess(OkClassification)
      .addError(FailNotFound)
  )
  .middleware(RequireSession) {}

export class ClassificationAdminGroup extends HttpApiGroup.make("classificationAdmin")
  .add(
    HttpApiEndpoint.put("set", "/api/videos/:id/classification")
      .setPath(idPath)
      .setPayload(Schema.NullOr(ClassificationInput))
      .addSuccess(OkClassification)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .add(
    HttpApiEndpoint.post("renumber", "/api/video/episodes/renumber")
      .setPayload(RenumberInput)
      .addSuccess(OkNull)
      .addError(FailNotFound)
      .addError(FailInvalid)
      .addError(FailConflict)
  )
  .middleware(RequireAdmin) {}
