import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection, recordedFields } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { LibraryItemsForgotten } from "../items/events.ts"
import type { RelationEvent } from "./events.ts"

const Row = Schema.Struct({
  ...recordedFields,
  to: Uuid,
  relation: Schema.String,
  ordinal: Schema.Int,
  source: Schema.String,
  credit: Schema.NullOr(Schema.Unknown)
})
const Which = Schema.Struct({ id: Uuid, to: Uuid, relation: Schema.String })
const columns = { to: "entity_id" } as const

/**
 * Locks the rows of these items until the commit. Otherwise, another transaction could change the rows after the
 * following statements and before the triggers, which update counts.
 */
const holdItems = (events: ReadonlyArray<Recorded>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      select from items where id = any(${events.map(({ streamId }) => streamId)}::uuid[]) order by id for share`
  )

const creditOf = ({ as, character, role }: Extract<RelationEvent, { readonly _tag: "item.related.v1" }>) =>
  as === undefined && role === undefined && character === undefined ? null : { as, role, character }

/** A table with the relations of all items. Hidden items are included, because queries check the visibility. */
export const relationsProjection = projection<RelationEvent | typeof LibraryItemsForgotten.Type>({
  name: "relations",
  tables: ["item_relations"],
  handlers: {
    "item.related.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = recordset(
          Row,
          events.map(({ at, event, streamId }) => ({
            ...{ id: streamId, at, to: event.to, relation: event.relation, ordinal: event.ordinal },
            ...{ source: event.source, credit: creditOf(event) }
          })),
          { columns }
        )
        yield* holdItems(events)
        yield* sql`
          insert into item_relations (item_id, entity_id, at, ordinal, relation, source, credit)
          select v.id, x.entity_id, x.at, x.ordinal, x.relation::item_relation, x.source, nullif(x.credit, 'null')
          from ${rows.from} join items v on v.id = x.id
          on conflict (item_id, relation, entity_id) do update set ordinal = excluded.ordinal, source = excluded.source,
            credit = excluded.credit`
      }),
    "item.unrelated.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = recordset(
          Which,
          events.map(({ event: { relation, to }, streamId }) => ({ id: streamId, to, relation })),
          { columns }
        )
        yield* holdItems(events)
        yield* sql`
          delete from item_relations r using ${rows.from}
          where r.item_id = x.id and r.entity_id = x.entity_id and r.relation = x.relation::item_relation`
      }),
    "library.items-forgotten.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from item_relations where item_id = any(${events.flatMap(({ event }) => event.itemIds)}::uuid[])`
      )
  }
})
