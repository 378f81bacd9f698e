import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { Uuid } from "@media/kernel/Ids"
import { Page } from "@media/wire/Envelope"
import { Picture } from "@media/wire/Picture"
import { pageParams } from "@media/wire/Query"
import { FailInvalid } from "@media/wire/WireError"
import * as Schema from "effect/Schema"

/** A movie set in one library, such as a trilogy. Listed only if the caller can see at least two of its movies. */
export const MovieSet = Schema.Struct({
  name: Schema.String,
  movieCount: Schema.Int,
  watchedCount: Schema.Int,
  /** The years of the first and the last movie. Null if unknown. */
  firstYear: Schema.NullOr(Schema.Int),
  lastYear: Schema.NullOr(Schema.Int),
  /** The picture of the first movie that has one. */
  picture: Schema.NullOr(Picture)
}).annotations({ identifier: "MovieSet" })
export type MovieSet = typeof MovieSet.Type

const { page, perPage } = pageParams
export const MovieSetFilter = Schema.Struct({ page, perPage, libraryId: Schema.optional(Uuid) })
export type MovieSetFilter = typeof MovieSetFilter.Type

/**
 * Lists the movie sets. In lists of movies, the filter field `setName` selects the movies of one set, and `-is:inSet`
 * excludes all movies in sets.
 */
export const listMovieSetsEndpoint = HttpApiEndpoint.get("sets", "/api/video/movie-sets")
  .setUrlParams(MovieSetFilter)
  .addSuccess(Page("MovieSetsResponse", MovieSet))
  .addError(FailInvalid)
