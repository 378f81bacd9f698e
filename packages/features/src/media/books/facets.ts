import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Picture } from "@media/wire/Picture"
import { pictureOf } from "../../catalog/items/queries.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { BookFacet, BookFacetFilter } from "./contract.ts"

const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  count: Schema.Number,
  picture: Schema.NullOr(Picture)
})
const Answer = Schema.Struct({ total: Schema.Number, items: Schema.Array(Row) })

/** The order of the books of a series. The first book with a picture provides the picture of the series. */
const order = "b.series_number, v.sort_title, v.id"

/**
 * Returns the SQL sort key for names. The key ignores accents and case, and sorts numbers by value. Articles are kept,
 * because they can be part of a name.
 */
const sortKey = (name: string): string => `natural_key(lower(normalize(${name}, NFKD)))`

/**
 * Returns the series of the books that the caller may see, sorted by name, each with the number of its
 * books. Missing files are not counted. Names from hidden books cannot leak, because the query excludes the rows of
 * hidden books.
 */
export const listBookSeries = (principal: Principal, filter: BookFacetFilter) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const [from, id, name] = ["book_facts b", "b.series_id", "b.series"]
    const inLibrary =
      filter.libraryId === undefined ? sql.literal("true") : sql`v.library_id = ${filter.libraryId}`
    const named =
      filter.q === undefined || filter.q.trim() === ""
        ? sql.literal("true")
        : sql`strpos(lower(normalize(${sql.literal(name)}, NFC)), lower(normalize(${filter.q.trim()}::text, NFC))) > 0`
    const [answer] = yield* rowsOf(Answer)(sql`
      with facets as materialized (
        select ${sql.literal(id)} as id, min(${sql.literal(name)}) as name, count(*)::int as n,
          (array_agg(v.id order by (p.version is null), ${sql.literal(order)}))[1] as first_id
        from ${sql.literal(from)} join items v on v.id = b.item_id left join item_pictures p on p.item_id = v.id
        where ${sql.literal(id)} is not null and v.kind = 'book' and v.status <> 'missing'
          and ${sql.and([visibility.items("v"), inLibrary, named])}
        group by 1
      )
      select (select count(*)::int from facets) as total, coalesce((
        select jsonb_agg(page order by page.at) from (
          select row_number() over (order by ${sql.literal(sortKey("s.name"))}, s.id) as at, s.id, s.name, s.n as count,
            ${sql.literal(pictureOf("book"))} as picture
          from facets s join items v on v.id = s.first_id left join item_pictures p on p.item_id = v.id
          order by at limit ${filter.perPage}::bigint offset ${(filter.page - 1) * filter.perPage}::bigint
        ) page), '[]') as items`)
    const items: ReadonlyArray<BookFacet> = answer?.items ?? []
    return { items, total: answer?.total ?? 0, page: filter.page, perPage: filter.perPage }
  }).pipe(Effect.withSpan("books.series"))
