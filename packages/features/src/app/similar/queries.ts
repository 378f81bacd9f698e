import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { itemsById } from "../../catalog/items/queries.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"

const mostShown = 20
/**
 * Maximum number of items that are read per entity. The other constants limit the number of entities, and the items per
 * folder and per date. A tag may have a million items, so these limits keep the statement at a few thousand lookups.
 */
const ofEntity = 150
const mostEntities = 30
const ofFolder = 60
const ofDate = 20

const Row = Schema.Struct({ id: Schema.String })
const Found = Schema.Struct({ kind: Schema.String })

/**
 * Returns similar items that the caller may see, most similar first. Omits items of the same group, such as episodes of
 * the same series, because the group has its own page.
 */
export const similarTo = Effect.fn("similar.list")(function* (principal: Principal, id: string) {
  if (!isUuid(id)) return yield* new NotFound({ what: "item" })
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const item = yield* rowOf(Found)(
    sql`select v.kind::text as kind from items v where v.id = ${id} and ${visibility.items("v")}`
  )
  if (Option.isNone(item)) return yield* new NotFound({ what: "item" })
  const kind = sql.literal(`'${item.value.kind}'`)
  const near = (direction: "<=" | ">=") => sql`
    (select n.id from items n
     where n.library_id = i.library_id and n.kind = ${kind} and n.date ${sql.literal(direction)} i.date and n.id <> i.id
     order by n.date ${sql.literal(direction === "<=" ? "desc" : "asc")} limit ${ofDate})`
  const rows = yield* rowsOf(Row)(sql`
    with i as materialized (select * from items where id = ${id}),
    relations as (
      select entity_id, relation from item_relations where item_id = ${id} order by relation, ordinal limit ${mostEntities}
    ),
    candidates as (
      select r.item_id as id,
        case m.relation when 'performer' then 4 when 'author' then 4 when 'studio' then 2 else 1 end::float8 as score
      from relations m cross join lateral (
        select r.item_id from item_relations r where r.entity_id = m.entity_id limit ${ofEntity}) r
      union all
      select n.entity_id, 1 from (
          select f.root_id, f.folder_hash from scanned_files f where f.entity_id = ${id} limit 1) f
        cross join lateral (
          select s.entity_id from scanned_files s
          where s.root_id = f.root_id and s.folder_hash = f.folder_hash and s.entity_id is not null limit ${ofFolder}) n
      union all
      select n.id, 0.5 from i cross join lateral (${near("<=")} union all ${near(">=")}) n where i.date is not null
    )
    select v.id from (select id, sum(score) as score from candidates where id <> ${id} group by id) c
      cross join lateral (select * from items one where one.id = c.id offset 0) v, i
    where v.kind = ${kind} and v.status = 'ready' and v.role is not distinct from i.role
      and (v.parent_id is null or v.parent_id is distinct from i.parent_id) and ${visibility.items("v")}
    order by c.score desc, v.created_at desc, v.id limit ${mostShown}`)
  const items = yield* itemsById(
    principal,
    rows.map((row) => row.id)
  )
  return rows.map((row) => items.get(row.id)).filter((found) => found !== undefined)
})
