import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { entityDecider } from "../related/decider.ts"
import { EntityKind } from "../../EntityKind.ts"
import { lockKind } from "../related/names.ts"

const Unused = Schema.Struct({ id: Schema.String, kind: EntityKind })

/** Maximum number of entities that one call removes. */
const most = 1_000

/**
 * Removes unused entities. An entity is unused if no item, marker or other entity refers to it. Removes only entities
 * that were created for a file or metadata source and that were never edited by a user. Checks only the entities in
 * `ids`, or all entities if `ids` is undefined. Returns the number of removed entities.
 */
export const removeUnused = Effect.fn("relations.removeUnused")(
  (ids: ReadonlyArray<string> | undefined, meta: EventMeta) =>
    Effect.gen(function* () {
      if (ids?.length === 0) return 0
      const sql = yield* SqlClient.SqlClient
      const among = ids === undefined ? sql.literal("true") : sql`e.id = any(${ids as Array<string>}::uuid[])`
      const find = rowsOf(Unused)(sql`
        select e.id, e.kind from related_entities e where e.is_provisional and ${among}
          and not exists (select from item_relations r where r.entity_id = e.id)
          and not exists (select from related_parents p where p.parent_id = e.id)
          and not exists (select from related_tags t where t.tag_id = e.id)
          and not exists (select from marker_tags m where m.entity_id = e.id)
        order by e.id limit ${most}`)
      const found = yield* find
      if (found.length === 0) return 0
      yield* Effect.forEach([...new Set(found.map(({ kind }) => kind))].toSorted(), lockKind)
      const unused = yield* find
      const store = yield* EventStore
      yield* store.executeMany({
        decider: entityDecider,
        commands: unused.map(({ id }) => ({ streamId: id, command: { _tag: "RemoveProvisional" } as const })),
        meta
      })
      return unused.length
    }).pipe(transaction)
)
