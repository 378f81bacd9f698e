import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import { now } from "@media/kernel/Timestamp"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { itemsById } from "../../catalog/items/queries.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { OnThisDayFilter } from "./contract.ts"

const YEARS = 50
/** Maximum number of images from one year, so that a day with hundreds of images leaves room for other years. */
const mostOfYear = 6
const mostShown = 24

const Row = Schema.Struct({ id: Schema.String, year: Schema.Number })

/**
 * Returns images taken on the same day in earlier years, newest first. The query makes one lookup in the index on
 * `moment` per library and year. Images that are dated only by their file time are skipped, because the file time is
 * often the time of a copy.
 */
export const onThisDay = Effect.fn("images.onThisDay")(function* (
  principal: Principal,
  { date = now().toISOString().slice(0, 10) }: OnThisDayFilter
) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const found = yield* rowsOf(Row)(sql`
    select v.id, extract(year from v.moment)::int as year from libraries l
      cross join (select (${date}::date - make_interval(years => y))::timestamp as start
        from generate_series(1, ${YEARS}::int) y) d
      cross join lateral (
        select v.id, v.moment from items v
        where v.library_id = l.id and v.kind = 'image' and v.moment >= d.start and v.moment < d.start + interval '1 day'
          and v.status = 'ready' and v.moment_from <> 'file' and ${visibility.inVisibleLibrary("v")}
        order by v.moment, v.id limit ${mostOfYear}
      ) v
    where ${visibility.libraries("l")}
    order by v.moment desc, v.id limit ${mostShown}`)
  const items = yield* itemsById(
    principal,
    found.map(({ id }) => id)
  )
  return found.flatMap(({ id, year }) => {
    const item = items.get(id)
    return item === undefined ? [] : [{ ...item, year }]
  })
})
