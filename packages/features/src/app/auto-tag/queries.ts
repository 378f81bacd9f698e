import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { entitiesVisibleTo } from "../../catalog/related/visibleEntities.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { Proposal } from "./contract.ts"

const Row = Schema.Struct({
  ...Proposal.fields.entity.fields,
  count: Schema.Number,
  total: Schema.Number,
  sample: Proposal.fields.sample
})
const Pair = Schema.Struct({ id: Schema.String })

/**
 * Returns SQL for the open proposals `p`, each with its entity `e` and its item `v`. Includes only proposals whose
 * entity and item the caller may see.
 */
const proposals = (principal: Principal) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { items } = yield* visibleTo(principal)
    const { fewEntities } = yield* entitiesVisibleTo(principal)
    return sql`auto_tag_proposals p join related_entities e on e.id = p.entity_id and ${fewEntities("e")}
      join items v on v.id = p.item_id and not p.is_dismissed and ${items("v")}
      left join item_relations had on had.item_id = v.id and had.entity_id = e.id`
  })

/** Lists the proposed entities, sorted by their number of items in descending order. */
export const listProposals = Effect.fn("autoTag.list")(function* (
  principal: Principal,
  { page, perPage }: { readonly page: number; readonly perPage: number }
) {
  const sql = yield* SqlClient.SqlClient
  const open = yield* proposals(principal)
  const rows = yield* rowsOf(Row)(sql`
    with open as materialized (
      select e.id, e.kind, e.name, v.id as item_id, v.title, p.words from ${open} where had.item_id is null
    ),
    counted as (
      select id, kind, name, count(*)::int as count, count(*) over ()::int as total from open
      group by id, kind, name order by count(*) desc, name, id
      limit ${perPage}::bigint offset ${(page - 1) * perPage}::bigint
    )
    select c.*, s.sample from counted c cross join lateral (
      select jsonb_agg(jsonb_build_object('id', o.item_id, 'title', o.title, 'words', o.words) order by o.title, o.item_id) as sample
      from (select * from open o where o.id = c.id order by o.title, o.item_id limit 5) o) s
    order by c.count desc, c.name, c.id`)
  return {
    items: rows.map(({ count, id, kind, name, sample }): Proposal => ({
      entity: { id, kind, name },
      count,
      sample
    })),
    total: rows[0]?.total ?? 0,
    page,
    perPage
  }
})

/** Returns the ids of items with an open proposal of this entity that are not related to the entity yet. */
export const itemsProposedFor = (principal: Principal, entityId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const open = yield* proposals(principal)
    const rows = yield* rowsOf(Pair)(
      sql`select v.id from ${open} where p.entity_id = ${entityId}::uuid and had.item_id is null order by v.id`
    )
    return rows.map(({ id }) => id)
  })
