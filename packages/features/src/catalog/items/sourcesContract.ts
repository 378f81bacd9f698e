import { Timestamp } from "@media/kernel/Timestamp"
import { SafeText, ShownText } from "@media/wire/Query"
import * as Schema from "effect/Schema"
import { mostUrls } from "./lists.ts"
import { relatedSourced, sourcedFields, sourceNames } from "./sourcedFields.ts"

/** The value of a field according to one source. */
export const SourceValue = Schema.Struct({
  source: Schema.Literal(...sourceNames),
  value: Schema.Unknown,
  at: Timestamp,
  /**
   * Username of the account that edited the value. Null for other sources, and for callers who may not edit the item.
   */
  by: Schema.NullOr(Schema.String),
  /**
   * The NFO file that provided the value. Callers who may edit the item also see references of other sources, such as a
   * reviewed proposal.
   */
  ref: Schema.NullOr(Schema.String)
}).annotations({ identifier: "SourceValue" })

/** The ids of an item in external databases, such as `{"imdb": "tt0133093"}`. */
export const ExternalIds = Schema.Record({
  key: Schema.String.pipe(Schema.pattern(/^[a-z0-9]{1,20}$/)),
  value: ShownText(200)
})

const WebAddress = SafeText(2_000).pipe(
  Schema.pattern(/^https?:\/\//i, { message: () => "must be a web address" })
)

/** Fields that describe the work, from any source. */
export const describedFields = {
  originalTitle: Schema.NullOr(Schema.String),
  tagline: Schema.NullOr(Schema.String),
  /** Age rating, such as "PG-13". */
  contentRating: Schema.NullOr(Schema.String),
  /** Rating from 0 to 100. */
  communityRating: Schema.NullOr(Schema.Number),
  /** The running time that a user or metadata source provides. The measured length of the file is `duration`. */
  runtimeMinutes: Schema.NullOr(Schema.Number),
  externalIds: Schema.Record({ key: Schema.String, value: Schema.String }),
  /** The studio's own code for the work. */
  code: Schema.NullOr(Schema.String),
  /** Web pages about the work. */
  urls: Schema.Array(Schema.String),
  /** The series of movies that a movie belongs to, such as a trilogy. */
  set: Schema.NullOr(Schema.Struct({ name: Schema.String })),
  /** The countries in which the work was made. */
  countries: Schema.Array(Schema.String),
  /** The status of a series, or null if unknown. */
  seriesStatus: Schema.NullOr(Schema.Literal("continuing", "ended")),
  /** The sources of each field in order of precedence, keyed by field. The value of the first source is shown. */
  sources: Schema.Record({ key: Schema.String, value: Schema.Array(SourceValue) })
}

const line = Schema.optional(Schema.NullOr(SafeText(500)))
export const describedPatch = {
  originalTitle: line,
  sortTitle: line,
  tagline: line,
  contentRating: Schema.optional(Schema.NullOr(SafeText(50))),
  communityRating: Schema.optional(Schema.NullOr(Schema.Number.pipe(Schema.between(0, 100)))),
  runtimeMinutes: Schema.optional(Schema.NullOr(Schema.Int.pipe(Schema.between(1, 100_000)))),
  externalIds: Schema.optional(ExternalIds),
  code: Schema.optional(Schema.NullOr(SafeText(200))),
  urls: Schema.optional(Schema.Array(WebAddress).pipe(Schema.maxItems(mostUrls))),
  set: Schema.optional(
    Schema.NullOr(
      Schema.Struct({
        name: ShownText(200).pipe(
          Schema.filter((name) => name.trim() !== "", { message: () => "must not be empty" })
        )
      })
    )
  ),
  countries: Schema.optional(Schema.Array(ShownText(100)).pipe(Schema.maxItems(50))),
  seriesStatus: Schema.optional(Schema.NullOr(Schema.Literal("continuing", "ended")))
}

export const ResettableField = Schema.Literal(...sourcedFields, ...relatedSourced)
