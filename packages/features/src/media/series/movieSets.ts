import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import { Picture } from "@media/wire/Picture"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { pictureOf } from "../../catalog/items/queries.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { MovieSetFilter } from "./movieSetContract.ts"
import { setNameOf } from "./setMembership.ts"

const Row = Schema.Struct({
  name: Schema.String,
  movieCount: Schema.Number,
  watchedCount: Schema.Number,
  firstYear: Schema.NullOr(Schema.Number),
  lastYear: Schema.NullOr(Schema.Number),
  picture: Schema.NullOr(Picture),
  total: Schema.Number
})
const Total = Schema.Struct({ total: Schema.Number })

/**
 * Returns a page of the sets with at least two movies that the caller may see, sorted by name. The query considers the
 * same movies as `isInSet`.
 */
export const listMovieSets = Effect.fn("series.movieSets")(function* (
  principal: Principal,
  { libraryId, page, perPage }: MovieSetFilter
) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const inLibrary = libraryId === undefined ? sql.literal("true") : sql`v.library_id = ${libraryId}::uuid`
  const sets = sql`
    movies as materialized (
      select ${sql.literal(setNameOf("k"))} as name, v.id, v.date,
        count(*) over (partition by ${sql.literal(setNameOf("k"))}, v.library_id, v.is_nsfw) as n
      from item_sources k join items v on v.id = k.item_id
      where ${sql.literal(setNameOf("k"))} is not null and v.kind = 'video' and v.role = 'movie' and v.status = 'ready'
        and ${visibility.items("v")} and ${inLibrary}
    ), members as materialized (
      select name, id, date from movies where n >= 2
    )`
  const rows = yield* rowsOf(Row)(sql`
    with ${sets}
    select s.name, s.n as "movieCount", s.first_year as "firstYear", s.last_year as "lastYear", s.total,
      (select count(*)::int from members m join user_items u on u.item_id = m.id
        and u.account_id = ${principal.accountId} and u.is_watched where m.name = s.name) as "watchedCount",
      (select ${sql.literal(pictureOf("video"))} from members m join items v on v.id = m.id
        join item_pictures p on p.item_id = v.id and p.version is not null
        where m.name = s.name order by v.date nulls last, v.id limit 1) as picture
    from (
      select name, count(*)::int as n, min(left(date, 4))::int as first_year, max(left(date, 4))::int as last_year,
        (count(*) over ())::int as total
      from members group by name order by lower(name), name limit ${perPage} offset ${(page - 1) * perPage}
    ) s order by lower(s.name), s.name`)
  const [first] = rows
  const [counted] =
    first === undefined && page > 1
      ? yield* rowsOf(Total)(sql`with ${sets} select count(distinct name)::int as total from members`)
      : [first]
  return {
    items: rows.map(({ total: _total, ...set }) => set),
    total: counted?.total ?? 0,
    page,
    perPage
  }
})
