import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { Uuid } from "@media/kernel/Ids"
import { Page } from "@media/wire/Envelope"
import { Picture } from "@media/wire/Picture"
import { pageParams } from "@media/wire/Query"
import { FailInvalid } from "@media/wire/WireError"
import * as Schema from "effect/Schema"

/** Movies of one set, such as a trilogy, that the caller may see: at least two of them in one library. */
export const MovieSet = Schema.Struct({
  name: Schema.String,
  movieCount: Schema.Int,
  watchedCount: Schema.Int,
  /** The years of its first and its last movie; null if unknown. */
  firstYear: Schema.NullOr(Schema.Int),
  lastYear: Schema.NullOr(Schema.Int),
  /** The picture of the first movie that has one. */
  picture: Schema.NullOr(Picture)
}).annotations({ identifier: "MovieSet" })
export type MovieSet = typeof MovieSet.Type

const { page, perPage } = pageParams
export const MovieSetFilter = Schema.Struct({ page, perPage, libraryId: Schema.optional(Uuid) })
export type MovieSetFilter = typeof MovieSetFilter.Type

/** The movies of a set are those with its name in `setName`, and `-is:inSet` leaves out all of them. */
export const listMovieSetsEndpoint = HttpApiEndpoint.get("sets", "/api/video/movie-sets")
  .setUrlParams(MovieSetFilter)
  .addSuccess(Page("MovieSetsResponse", MovieSet))
  .addError(FailInvalid)
