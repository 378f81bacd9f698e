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

/** A comma-separated list of at most `most` names, without duplicates. */
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
  }).pipe(Schema.maxItems(most, { message: () => `must contain at most ${most} values` }))

const limit = (standard: number, most: number) =>
  Schema.optionalWith(Schema.NumberFromString.pipe(Schema.int(), Schema.between(1, most)), {
    default: () => standard
  })

export const SearchKind = Schema.Union(ItemKind, NamedKind, Schema.Literal("collection"))

export const SearchParams = Schema.Struct({
  /**
   * Words, phrases and conditions in the syntax of the search box. Words tolerate typing mistakes, but quoted phrases
   * do not.
   */
  q: SafeText(queryLimits.text),
  /**
   * Comma-separated kinds of results: kinds of items, kinds of names, and `collection`. By default, the search includes
   * all kinds.
   */
  types: Schema.optional(listOf(SearchKind, 20)),
  /** Maximum number of items per kind. */
  limit: limit(5, 50)
})
export type SearchParams = typeof SearchParams.Type

export const SearchGroup = Schema.Struct({
  kind: ItemKind,
  /** Number of matching items, counted up to 1,000. */
  total: Schema.Int,
  /** True if more than `total` items match. */
  isMore: Schema.Boolean,
  /** The matching items, best matches first. */
  items: Schema.Array(MixedItem)
}).annotations({ identifier: "SearchGroup" })

export const SearchName = Schema.Struct({
  kind: NamedKind,
  id: Uuid,
  name: Schema.String,
  /** Number of visible items with this name. */
  count: Schema.Int,
  /** Only performers, studios, tags and authors have pictures. */
  picture: Schema.optionalWith(Picture, { exact: true })
}).annotations({ identifier: "SearchName" })
export type SearchName = typeof SearchName.Type

export const SearchCollection = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  /** Number of members that the caller may see. */
  count: Schema.Int
}).annotations({ identifier: "SearchCollection" })

const SearchProblem = Schema.Struct({
  ...TextProblem.fields,
  /** True if the server performs the search despite this problem. */
  isHint: Schema.Boolean
}).annotations({ identifier: "SearchProblem" })

export const SearchAnswer = Schema.Struct({
  /** The results, one group per kind. Kinds without a match are omitted. The kind with the best match comes first. */
  groups: Schema.Array(SearchGroup),
  /** Performers, studios, tags, artists, authors and book series with a matching name, exact names first. */
  people: Schema.Array(SearchName),
  /** Collections with a matching name. Absent if no collection matches. */
  collections: Schema.optionalWith(Schema.Array(SearchCollection), { exact: true }),
  /** Problems in `q`. The server performs the search only if all problems are hints. */
  problems: Schema.Array(SearchProblem),
  /**
   * The query that was performed, in the form that lists accept. Lists reject some queries that the search box accepts,
   * such as queries with an unknown name before a colon. Absent if no item matches.
   */
  performed: Schema.optionalWith(Schema.String, { exact: true }),
  /** The query with corrected typing mistakes. Set if the results match the corrected query instead of `q`. */
  corrected: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "SearchAnswer" })
export type SearchAnswer = typeof SearchAnswer.Type

export const FacetParams = Schema.Struct({
  kind: ItemKind,
  /** The query of the list. */
  q: Schema.optional(SafeText(queryLimits.text)),
  /** Restricts the list to a library. `parentId` restricts the list to a group. */
  libraryId: Schema.optional(Uuid),
  parentId: Schema.optional(Uuid),
  /** Comma-separated names of fields. */
  fields: listOf(Schema.String, 12).pipe(
    Schema.minItems(1, { message: () => "must contain at least one field" })
  )
})
export type FacetParams = typeof FacetParams.Type

export const FacetValue = Schema.Struct({
  /**
   * The value as written in a query after the field name and colon. Boolean fields have the values `true` and `false`.
   */
  value: Schema.String,
  label: Schema.String,
  /** Number of items with this value, ignoring the query's conditions on this field. */
  count: Schema.Int,
  /** Id of the entity, if the field refers to entities. */
  id: Schema.optionalWith(Uuid, { exact: true })
}).annotations({ identifier: "FacetValue" })

export const Facet = Schema.Struct({
  /** The canonical name of the field, even if the request used an alias. */
  field: Schema.String,
  /** The 50 most frequent values. */
  values: Schema.Array(FacetValue),
  isMore: Schema.Boolean
}).annotations({ identifier: "Facet" })
export type Facet = typeof Facet.Type

export const SuggestParams = Schema.Struct({
  /** Name or alias of a field. */
  field: SafeText(80),
  /** The text typed so far. If it is empty, the most frequent values are returned. */
  q: Schema.optionalWith(SafeText(200), { default: () => "" }),
  kind: Schema.optional(ItemKind),
  limit: limit(10, 50)
})
export type SuggestParams = typeof SuggestParams.Type

export const Suggestion = Schema.Struct({
  /** The value as written in a query after the field name and colon. */
  value: Schema.String,
  label: Schema.String,
  /** Number of visible items with this value. Absent for fields with fixed values. */
  count: Schema.optionalWith(Schema.Int, { exact: true }),
  /** Id of the performer, studio or tag. */
  id: Schema.optionalWith(Uuid, { exact: true }),
  /** The alias that matches the text, if the name does not match. */
  alias: Schema.optionalWith(Schema.String, { exact: true }),
  /** Picture of the performer, studio or tag. */
  picture: Schema.optionalWith(Picture, { exact: true })
}).annotations({ identifier: "Suggestion" })
export type Suggestion = typeof Suggestion.Type

/**
 * Routes that search items and names, count the values of fields, and suggest values. All routes include only items and
 * names that the caller may see.
 */
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
