import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createEntity, executeOnEntity } from "../../catalog/related/commands.ts"
import type { EntityChanges } from "../../catalog/related/decider.ts"
import type { EntityKind } from "../../EntityKind.ts"
import * as Access from "../../platform/access/Access.ts"
import { bounded } from "../../catalog/items/asked.ts"
import { SelectionChanged } from "../bulk/errors.ts"
import { conditionOf } from "../bulk/queries.ts"
import { batchOf, executeOnItems, getAfterEdit } from "./commands.ts"
import { requireFields } from "./entityFields.ts"
import { getEntity } from "./detail.ts"
import { findSummary } from "./queries.ts"
import type { SplitBody } from "./shapes.ts"

const Id = Schema.Struct({ id: Schema.String })

/**
 * Returns the ids of the items that a split moves: the items in `itemIds`, and the items that match the filter. Call
 * this function before the transaction of the split, because the time limit of a filter applies to the whole
 * transaction.
 */
const itemsToMove = (
  principal: Principal,
  id: string,
  { expected, filter, itemIds }: Pick<SplitBody, "expected" | "filter" | "itemIds">
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const having = (condition: Fragment) =>
      rowsOf(Id)(sql`
        select distinct item_id as id from item_relations where entity_id = ${id} and ${condition} order by item_id`)
    const named = yield* having(sql`item_id = any(${itemIds as Array<string>}::uuid[])`)
    if (filter === undefined) return named.map((row) => row.id)
    const { read, where } = yield* conditionOf(principal, { filter })
    const matching = yield* bounded(
      read ?? {},
      having(sql`item_id in (select v.id from items v where ${where})`)
    )
    if (expected !== undefined && expected !== matching.length)
      return yield* new SelectionChanged({ matched: matching.length })
    return [...new Set([...named, ...matching].map((row) => row.id))].toSorted()
  })

/**
 * Moves some items and aliases of an entity to a new entity, and returns the new entity. Separates two performers,
 * studios or tags that share one entity by mistake.
 */
export const splitEntity = Effect.fn("entities.split")(function* <Kind extends EntityKind>(
  principal: Principal,
  kind: Kind,
  id: string,
  { aliases = [], disambiguation, fields = [], name, ...moving }: SplitBody
) {
  yield* findSummary(principal, kind, id)
  yield* Access.require(principal, "edit-entities")
  yield* requireFields(kind, fields)
  const before: Readonly<Record<string, unknown>> = yield* getEntity(principal, kind, id)
  const copied = Object.fromEntries(fields.map((field) => [field, before[field]]))
  const taken = yield* itemsToMove(principal, id, moving)
  const meta = batchOf(principal)
  const split = transaction(
    Effect.gen(function* () {
      const into = yield* createEntity(kind, { name, disambiguation, fields: copied as EntityChanges }, meta)
      const split = yield* executeOnEntity(id, { _tag: "Split", into, aliases, itemIds: taken }, meta)
      // The event contains the stored spelling of each alias.
      const moved = split.flatMap(({ event }) => (event._tag === "related.split.v1" ? event.aliases : []))
      yield* executeOnEntity(into, { _tag: "AddAliases", aliases: moved }, meta)
      yield* executeOnItems(taken, { _tag: "Copy", from: id, into }, meta)
      yield* executeOnItems(taken, { _tag: "Unrelate", to: id }, meta)
      return into
    })
  )
  // `HierarchyCycle` cannot occur, because the new entity has no parents.
  const into = yield* Effect.catchTag(split, "HierarchyCycle", Effect.die)
  return yield* getAfterEdit(principal, kind, into)
})
