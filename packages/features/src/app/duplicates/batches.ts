import * as SqlClient from "@effect/sql/SqlClient"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { KEPT_DAYS } from "../../catalog/items/ids.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { ResolvedBatch } from "./contract.ts"

/**
 * Returns SQL for removed duplicates that are still in the trash. An account that could see an item in its library can
 * also see the removed item.
 */
const removals = (principal: Principal) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    return sql`duplicate_removals r join trashed_items t on t.item_id = r.item_id and t.state <> 'emptying'
      join items v on v.id = r.item_id
      left join lateral (select t.library_id, v.is_nsfw) h on ${visibility.items("h")}`
  })

const Row = Schema.Struct({
  id: Schema.String,
  at: Schema.DateFromSelf,
  by: Schema.NullOr(Schema.String),
  groups: Schema.Number,
  removed: Schema.Number,
  titles: Schema.Array(Schema.String),
  removedAt: Schema.DateFromSelf,
  total: Schema.Number
})

const dayMillis = 86_400_000

/**
 * Lists the batches of resolved duplicates that can be undone, newest first. Omits batches with an item that is hidden
 * from the caller.
 */
export const listBatches = Effect.fn("duplicates.batches")(function* (
  principal: Principal,
  { page, perPage }: { readonly page: number; readonly perPage: number }
) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    with batches as (
      select r.batch_id as id, min(r.at) as at, (array_agg(r.resolved_by))[1] as by, min(t.removed_at) as removed_at,
             count(distinct r.resolution_id)::int as groups, count(*)::int as removed,
             (array_agg(v.title order by v.sort_title, v.id))[1:3] as titles
      from ${yield* removals(principal)} group by r.batch_id having bool_and(h.library_id is not null)
    )
    select b.id, b.at, a.display_name as by, b.groups, b.removed, b.titles, b.removed_at as "removedAt",
           count(*) over ()::int as total
    from batches b left join accounts a on a.id = b.by
    order by b.at desc, b.id desc limit ${perPage}::bigint offset ${(page - 1) * perPage}::bigint`)
  const items = rows.map(({ at, by, groups, id, removed, removedAt, titles }): ResolvedBatch => ({
    ...{ id, at: toTimestamp(at), by, groups, removed, titles },
    expiresAt: toTimestamp(new Date(removedAt.getTime() + KEPT_DAYS * dayMillis))
  }))
  return { items, total: rows[0]?.total ?? 0, page, perPage }
})
