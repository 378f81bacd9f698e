import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createEntity, executeOnEntity } from "../../catalog/related/commands.ts"
import type { EntityChanges } from "../../catalog/related/decider.ts"
import type { EntityKind } from "../../EntityKind.ts"
import * as Access from "../../platform/access/Access.ts"
import { conditionOf } from "../bulk/queries.ts"
import { batchOf, executeOnItems, getAfterEdit } from "./commands.ts"
import { requireFields } from "./entityFields.ts"
import { getEntity } from "./detail.ts"
import { findSummary } from "./queries.ts"
import type { SplitBody } from "./shapes.ts"

const Id = Schema.Struct({ id: Schema.String })

/** Moves some items and aliases to a new entity, for an entity that mixes two people or things. Returns the new entity. */
export const splitEntity = Effect.fn("entities.split")(function* <Kind extends EntityKind>(
  principal: Principal,
  kind: Kind,
  id: string,
  { aliases = [], disambiguation, fields = [], filter, itemIds, name }: SplitBody
) {
  yield* findSummary(principal, kind, id)
  yield* Access.require(principal, "edit-entities")
  yield* requireFields(kind, fields)
  const before: Readonly<Record<string, unknown>> = yield* getEntity(principal, kind, id)
  const copied = Object.fromEntries(fields.map((field) => [field, before[field]]))
  const meta = batchOf(principal)
  const split = transaction(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const matching =
        filter === undefined
          ? sql.literal("false")
          : sql`item_id in (select v.id from items v where ${(yield* conditionOf(principal, { filter })).where})`
      const taken = (yield* rowsOf(Id)(sql`
        select distinct item_id as id from item_relations
        where entity_id = ${id} and (item_id = any(${itemIds as Array<string>}::uuid[]) or ${matching})
        order by item_id`)).map((row) => row.id)
      const into = yield* createEntity(kind, { name, disambiguation, fields: copied as EntityChanges }, meta)
      const split = yield* executeOnEntity(id, { _tag: "Split", into, aliases, itemIds: taken }, meta)
      // The event has the stored spelling of each alias.
      const moved = split.flatMap(({ event }) => (event._tag === "related.split.v1" ? event.aliases : []))
      yield* executeOnEntity(into, { _tag: "AddAliases", aliases: moved }, meta)
      yield* executeOnItems(taken, { _tag: "Copy", from: id, into }, meta)
      yield* executeOnItems(taken, { _tag: "Unrelate", to: id }, meta)
      return into
    })
  )
  // A cycle is impossible, because the new entity has no parents.
  const into = yield* Effect.catchTag(split, "HierarchyCycle", Effect.die)
  return yield* getAfterEdit(principal, kind, into)
})
