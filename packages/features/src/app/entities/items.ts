import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { itemsById } from "../../catalog/items/queries.ts"
import type { EntityKind } from "../../EntityKind.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { findSummary } from "./queries.ts"
import type { EntityItemsParams } from "./shapes.ts"

const Found = Schema.Struct({ n: Schema.Number, ids: Schema.Array(Schema.String) })
const keys = { createdAt: "created_at", title: "sort_title", date: "date" } as const

/** Lists the visible items of any kind that are related to an entity. */
export const listItemsOf = Effect.fn("entities.items")(function* (
  principal: Principal,
  entity: { readonly kind: EntityKind; readonly id: string },
  { kind, order, page, perPage, sort, withChildren }: EntityItemsParams
) {
  yield* findSummary(principal, entity.kind, entity.id)
  const sql = yield* SqlClient.SqlClient
  const { items } = yield* visibleTo(principal)
  const ids = withChildren
    ? sql`select c.descendant_id from related_closure c where c.ancestor_id = ${entity.id}`
    : sql`select ${entity.id}::uuid`
  const ofKind = kind === undefined ? sql.literal("true") : sql.literal(`v.kind = '${kind}'`)
  const found = Option.getOrThrow(
    yield* rowOf(Found)(sql`
      with found as materialized (
        select v.id, ${sql.literal(`v.${keys[sort]}`)} as key from items v
        where v.id in (select r.item_id from item_relations r where r.entity_id in (${ids})) and ${ofKind} and ${items("v")}
      )
      select (select count(*)::int from found) as n, array(
        select id from found order by key ${sql.literal(order)}, id ${sql.literal(order)}
        limit ${perPage}::bigint offset ${(page - 1) * perPage}::bigint) as ids`)
  )
  const rows = yield* itemsById(principal, found.ids)
  return {
    items: found.ids.flatMap((id) => rows.get(id) ?? []),
    total: found.n,
    page,
    perPage
  }
})
