import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { TextProblem } from "@media/kernel/Errors"
import { Uuid } from "@media/kernel/Ids"
import { limits as queryLimits } from "@media/query/Tree"
import { Ok } from "@media/wire/Envelope"
import { Picture } from "@media/wire/Picture"
import { SafeText } from "@media/wire/Query"
import { RequireSession } from "@media/wire/Security"
import { FailInvalid } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { MixedItem } from "../../catalog/items/contract.ts"
import { ItemKind } from "../../ItemKind.ts"
import { NamedKind } from "./namedKinds.ts"

/** Names separated by commas, up to a maximum number. */
const listOf = <Name extends string>(name: Schema.Schema<Name>, most: number) =>
  Schema.transform(SafeText(1_000), Schema.Array(name), {
    strict: false,
    decode: (text: string) => [
      ...new Set(
        text
          .split(",")
          .map((one) => one.trim())
          .filter((one) => one !== "")
      )
    ],
    encode: (names: ReadonlyArray<string>) => names.join(",")
  }).pipe(Schema.maxItems(most, { message: () => `must name at most ${most}` }))

const limit = (standard: number, most: number) =>
  Schema.optionalWith(Schema.NumberFromString.pipe(Schema.int(), Schema.between(1, most)), {
    default: () => standard
  })

export const SearchKind = Schema.Union(ItemKind, NamedKind, Schema.Literal("collection"))

export const SearchParams = Schema.Struct({
  /** Words, phrases and conditions, as in every list. Words tolerate typing mistakes; phrases in quotes do not. */
  q: SafeText(queryLimits.text),
  /** Kinds of items and names, and `collection`, separated by commas; default: all. */
  types: Schema.optional(listOf(SearchKind, 20)),
  /** The maximum number of items per kind. */
  limit: limit(5, 50)
})
export type SearchParams = typeof SearchParams.Type

export const SearchGroup = Schema.Struct({
  kind: ItemKind,
  /** The number of matching items, counted up to 1,000. */
  total: Schema.Int,
  /** True if more than `total` match. */
  isMore: Schema.Boolean,
  /** Best matches first. */
  items: Schema.Array(MixedItem)
}).annotations({ identifier: "SearchGroup" })

export const SearchName = Schema.Struct({
  kind: NamedKind,
  id: Uuid,
  name: Schema.String,
  /** The number of visible items with this name. */
  count: Schema.Int,
  /** Only performers, studios and tags have pictures. */
  picture: Schema.optionalWith(Picture, { exact: true })
}).annotations({ identifier: "SearchName" })
export type SearchName = typeof SearchName.Type

export const SearchCollection = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  /** The number of members that the caller sees. */
  count: Schema.Int
}).annotations({ identifier: "SearchCollection" })

const SearchProblem = Schema.Struct({
  ...TextProblem.fields,
  /** True if the search runs despite this problem. */
  isHint: Schema.Boolean
}).annotations({ identifier: "SearchProblem" })

export const SearchAnswer = Schema.Struct({
  /** Kinds without a match are left out. The kind with the best match comes first. */
  groups: Schema.Array(SearchGroup),
  /** Performers, studios, tags, artists, authors and book series by that name, exact names first. */
  people: Schema.Array(SearchName),
  /** Collections by that name; absent if there are none. */
  collections: Schema.optionalWith(Schema.Array(SearchCollection), { exact: true }),
  /** Problems of `q`. The server searches only if all of them are hints. */
  problems: Schema.Array(SearchProblem),
  /** The query with corrected typing mistakes, if the results match the correction. */
  corrected: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "SearchAnswer" })
export type SearchAnswer = typeof SearchAnswer.Type

export const FacetParams = Schema.Struct({
  kind: ItemKind,
  /** The query text of the list. */
  q: Schema.optional(SafeText(queryLimits.text)),
  /** Limits the list to this library or group. */
  libraryId: Schema.optional(Uuid),
  parentId: Schema.optional(Uuid),
  /** Names of fields, separated by commas. */
  fields: listOf(Schema.String, 12).pipe(Schema.minItems(1, { message: () => "must name a field" }))
})
export type FacetParams = typeof FacetParams.Type

export const FacetValue = Schema.Struct({
  /** The text to write after the field and its colon in a query. A yes-or-no field has `true` and `false`. */
  value: Schema.String,
  label: Schema.String,
  /** Number of items with the value, ignoring the list's own condition on this field. */
  count: Schema.Int,
  /** The id of the entity, if the field refers to entities. */
  id: Schema.optionalWith(Uuid, { exact: true })
}).annotations({ identifier: "FacetValue" })

export const Facet = Schema.Struct({
  /** The field's own name, even if the request used an alias. */
  field: Schema.String,
  /** The 50 most frequent values. */
  values: Schema.Array(FacetValue),
  isMore: Schema.Boolean
}).annotations({ identifier: "Facet" })
export type Facet = typeof Facet.Type

export const SuggestParams = Schema.Struct({
  /** The name of a field, or an alias. */
  field: SafeText(80),
  /** The text typed so far. An empty text returns the most frequent values. */
  q: Schema.optionalWith(SafeText(200), { default: () => "" }),
  kind: Schema.optional(ItemKind),
  limit: limit(10, 50)
})
export type SuggestParams = typeof SuggestParams.Type

export const Suggestion = Schema.Struct({
  /** The text to write after the field and its colon in a query. */
  value: Schema.String,
  label: Schema.String,
  /** The number of visible items with the value; absent for values that a field always has. */
  count: Schema.optionalWith(Schema.Int, { exact: true }),
  /** The id of the performer, studio or tag. */
  id: Schema.optionalWith(Uuid, { exact: true }),
  /** The alias that matches the text, if the name does not. */
  alias: Schema.optionalWith(Schema.String, { exact: true }),
  /** The picture of the performer, studio or tag. */
  picture: Schema.optionalWith(Picture, { exact: true })
}).annotations({ identifier: "Suggestion" })
export type Suggestion = typeof Suggestion.Type

/** Finds items and names, counts values and completes them, among everything that the caller may see. */
export class SearchRoutes extends HttpApiGroup.make("search")
  .add(
    HttpApiEndpoint.get("search", "/api/search")
      .setUrlParams(SearchParams)
      .addSuccess(Ok("SearchResponse", SearchAnswer))
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
  .add(
    HttpApiEndpoint.get("facets", "/api/facets")
      .setUrlParams(FacetParams)
      .addSuccess(Ok("FacetsResponse", Schema.Struct({ facets: Schema.Array(Facet) })))
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
  .add(
    HttpApiEndpoint.get("suggest", "/api/suggest")
      .setUrlParams(SuggestParams)
      .addSuccess(Ok("SuggestResponse", Schema.Array(Suggestion)))
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
  .middleware(RequireSession) {}
