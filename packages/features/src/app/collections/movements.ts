import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { collectionDecider, emptyCollection } from "../../catalog/membership/decider.ts"
import type { CollectionEvent } from "../../catalog/membership/events.ts"
import type { StoredCollection } from "../../catalog/membership/stored.ts"
import { visibleItems, visibleTo } from "../../platform/visibility/Visibility.ts"

/** Maximum number of changes in a response. */
export const mostChanges = 200

const Recorded = Schema.Struct({
  at: Schema.DateFromSelf,
  itemId: Schema.String,
  isIn: Schema.Boolean,
  position: Schema.NullOr(Schema.Number),
  type: Schema.NullOr(Schema.String),
  actor: Schema.NullOr(Schema.String)
})
export type Change = typeof Recorded.Type
/** Returns the items that users added and removed, newest change first. Reads the changes from the log. */
export const byHand = (id: string) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const changes: Array<Change> = []
    let state = emptyCollection
    for (const { at, event, meta, position } of yield* store.read(id)) {
      const before = state
      state = collectionDecider.evolve(state, event as CollectionEvent)
      for (const itemId of new Set([...before.entries.keys(), ...state.entries.keys()])) {
        const [was, is] = [before, state].map(({ entries }) => entries.get(itemId)?.membership === "item")
        if (was !== is)
          changes.push({
            at,
            itemId,
            isIn: is === true,
            position,
            type: event._tag,
            actor: meta.actor ?? null
          })
      }
    }
    return changes.toReversed()
  })

/**
 * Returns the condition that selects the history for the viewer. Viewers who hide NSFW content have a separate history
 * if the rule stores separate members for them.
 */
const ofViewer = (sql: SqlClient.SqlClient, { showNsfw }: Principal) => sql`
  c.hides_nsfw = (${!showNsfw} and coalesce(
    (select r.has_variants from collection_refreshes r where r.collection_id = c.collection_id), false))`

/**
 * Returns the recorded changes to items that the viewer may see. The limit applies after visibility, so that hidden
 * items do not count.
 */
export const byRule = (principal: Principal, id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { items } = yield* visibleTo(principal)
    return yield* rowsOf(Recorded)(sql`
      select c.at, c.item_id as "itemId", c.is_in as "isIn", c.cause_position::float8 as position, c.cause_type as type,
        c.cause_actor as actor
      from collection_changes c join items v on v.id = c.item_id
      where c.collection_id = ${id} and ${ofViewer(sql, principal)} and ${items("v")}
      order by c.id desc limit ${mostChanges}::bigint`)
  })

const Digest = Schema.Struct({ added: Schema.Number, removed: Schema.Number })

/** Returns the numbers of items visible to the caller that joined or left in the last seven days. */
export const weekOf = (principal: Principal, row: StoredCollection) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { items } = yield* visibleTo(principal)
    if (row.rules !== null) {
      const [week] = yield* rowsOf(Digest)(sql`
        select count(*) filter (where c.is_in)::int as added, count(*) filter (where not c.is_in)::int as removed
        from collection_changes c join items v on v.id = c.item_id
        where c.collection_id = ${row.id} and c.at > now() - interval '7 days' and ${ofViewer(sql, principal)}
          and ${items("v")}`)
      return week!
    }
    const since = (yield* Clock.currentTimeMillis) - 7 * 86_400_000
    // Most collections did not change in the last week. Skip reading the stream of such a collection.
    if (row.updatedAt.getTime() < since && !(yield* wasFilledSince(row.id, since)))
      return { added: 0, removed: 0 }
    const recent = (yield* byHand(row.id)).filter(({ at }) => at.getTime() > since)
    const seen = new Set(
      (yield* visibleItems(
        principal,
        recent.map(({ itemId }) => itemId)
      )).map(({ id }) => id)
    )
    const shown = recent.filter(({ itemId }) => seen.has(itemId))
    const added = shown.filter(({ isIn }) => isIn).length
    return { added, removed: shown.length - added }
  })

const wasFilledSince = (id: string, since: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql`select from events e where e.stream_id = ${id} and e.at > to_timestamp(${since}::float8 / 1000) limit 1`,
      (rows) => rows.length > 0
    )
  )
