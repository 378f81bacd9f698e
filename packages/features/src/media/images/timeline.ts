import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { asked, bounded } from "../../catalog/items/asked.ts"
import { matches } from "../../catalog/items/matching.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { Timeline, TimelineFilter } from "./contract.ts"
import { imageKind } from "./kind.ts"

const Row = Schema.Struct({ day: Schema.String, count: Schema.Int })

/**
 * Returns the number of images per day that match the filter and that the caller may see. The images of a day are
 * adjacent in the list sorted by `takenAt`, so the query can count them in the index that sorts this list.
 */
export const timeline = Effect.fn("images.timeline")(function* (
  principal: Principal,
  params: TimelineFilter
) {
  const filter = yield* asked(principal, imageKind.kind, params)
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const counted = rowsOf(Row)(sql`
    select to_char(d.day, 'YYYY-MM-DD') as day, d.n as count from (
      select v.moment::date as day, count(*)::int as n from items v
      where v.moment is not null and ${visibility.items("v")}
        and ${matches(sql, imageKind.kind, filter, principal.accountId)}
      group by 1) d
    order by d.day ${sql.literal(params.order)}`)
  const days = yield* bounded(filter, counted)
  return { total: days.reduce((sum, { count }) => sum + count, 0), days } satisfies Timeline
})
