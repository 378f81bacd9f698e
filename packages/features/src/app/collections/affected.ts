import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../ItemKind.ts"
import type { Cause } from "./store.ts"

/** The parts of an event that determine which rules the event may affect. */
export const ReadEvent = Schema.Struct({
  xid: Schema.String,
  position: Schema.Number,
  streamId: Schema.String,
  type: Schema.String,
  actor: Schema.NullOr(Schema.String),
  /** All ids in the event's data. */
  ids: Schema.Array(Schema.String),
  /** The fields that an edit of an item changed. */
  changed: Schema.NullOr(Schema.Array(Schema.String)),
  /** The type of the relation that an item gained or lost. `to` is the id of the related entity. */
  relation: Schema.NullOr(Schema.String),
  to: Schema.NullOr(Schema.String)
})
export type ReadEvent = typeof ReadEvent.Type

/** Maximum number of affected items. If more items are affected, rules are evaluated for all items. */
const mostItems = 20_000

const Found = Schema.Struct({ itemId: Schema.String, kind: Schema.NullOr(ItemKind), nth: Schema.Number })

/** Types of entity events that affect only the items of the entity and of its descendants. */
const editsOfEntities: ReadonlySet<string> = new Set([
  "related.edited.v1",
  "related.alias-added.v1",
  "related.alias-removed.v1",
  "related.parent-set.v1"
])

const isOfWholeLibrary = ({ type }: ReadEvent): boolean =>
  type.startsWith("library.") && type !== "library.items-forgotten.v1"

/**
 * Events that may move items between groups. All groups count as affected, because these events do not contain the
 * previous group of an item.
 */
const moves: ReadonlySet<string> = new Set([
  "item.placed.v1",
  "item.attached.v1",
  "item.detached.v1",
  "library.items-forgotten.v1",
  "item.trashed.v1",
  "item.restored.v1"
])

/**
 * Returns the items whose values these events may have changed, each with the last such event: the items in the events,
 * the groups that contain these items, and their contents. Returns undefined if more than `mostItems` items are
 * affected, or if the events do not identify the items.
 */
export const affectedItems = (events: ReadonlyArray<ReadEvent>) =>
  Effect.gen(function* () {
    if (events.length === 0) return []
    const isUnknown = events.some(
      (event) =>
        isOfWholeLibrary(event) || (event.type.startsWith("related.") && !editsOfEntities.has(event.type))
    )
    if (isUnknown) return undefined
    const sql = yield* SqlClient.SqlClient
    const named = events.flatMap(({ ids, streamId, type }, nth) =>
      type.startsWith("related.") ? [] : [...new Set([streamId, ...ids])].map((id) => ({ id, nth }))
    )
    const entities = events.flatMap(({ streamId, type }, nth) =>
      type.startsWith("related.") ? [{ id: streamId, nth }] : []
    )
    const moved = events.findLastIndex(({ type }) => moves.has(type))
    const rows = yield* rowsOf(Found)(sql`
      with recursive start as (
        select n.id, n.nth from unnest(${named.map(({ id }) => id)}::uuid[], ${named.map(({ nth }) => nth)}::int[]) as n(id, nth)
        union all
        select r.item_id, e.nth
        from unnest(${entities.map(({ id }) => id)}::uuid[], ${entities.map(({ nth }) => nth)}::int[]) as e(id, nth)
          join related_closure c on c.ancestor_id = e.id join item_relations r on r.entity_id = c.descendant_id
        union all
        select v.id, ${moved}::int from items v where ${moved}::int >= 0 and v.kind in ('gallery', 'album', 'series', 'season')
      ), above(id, nth) as (
        select id, nth from start
        union select v.parent_id, a.nth from above a join items v on v.id = a.id where v.parent_id is not null
      ), below(id, nth) as (
        select id, nth from start
        union select v.id, b.nth from below b join items v on v.parent_id = b.id
      )
      select x.id as "itemId", v.kind::text as kind, x.nth from (
        select x.id, max(x.nth)::int as nth from (select * from above union all select * from below) x
        group by x.id limit ${mostItems + 1}::bigint) x left join items v on v.id = x.id`)
    if (rows.length > mostItems) return undefined
    return rows.map(({ itemId, kind, nth }): Cause => {
      const { actor, position, type } = events[nth]!
      return { itemId, kind, position, type, actor }
    })
  })
