import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import { toTimestamp } from "@media/kernel/Timestamp"
import { enqueue } from "@media/jobs/Enqueue"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { collectionDecider, emptyCollection } from "../../catalog/membership/decider.ts"
import type { CollectionEvent } from "../../catalog/membership/events.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { findEditable } from "./commands.ts"
import { findVisible } from "./queries.ts"
import { refreshOf } from "./queue.ts"

/** Changes of one answer. */
const most = 200

interface Change {
  readonly at: Date
  readonly itemId: string
  readonly isIn: boolean
}

const Recorded = Schema.Struct({
  at: Schema.DateFromSelf,
  itemId: Schema.String,
  isIn: Schema.Boolean
})
const Named = Schema.Struct({ id: Schema.String, title: Schema.String })

/** The items that people put in and took out, from the log, the newest first. */
const byHand = (id: string) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const changes: Array<Change> = []
    let state = emptyCollection
    for (const { at, event } of yield* store.read(id)) {
      const before = state
      state = collectionDecider.evolve(state, event as CollectionEvent)
      for (const itemId of new Set([...before.entries.keys(), ...state.entries.keys()])) {
        const [was, is] = [before, state].map(({ entries }) => entries.get(itemId)?.place === "item")
        if (was !== is) changes.push({ at, itemId, isIn: is === true })
      }
    }
    return changes.toReversed()
  })

const byRule = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Recorded)(sql`
        select c.at, c.item_id as "itemId", c.is_in as "isIn" from collection_changes c
        where c.collection_id = ${id} order by c.id desc limit ${most * 5}`)
  )

/** The items that came and went, as far as the caller sees them. */
export const listChanges = Effect.fn("collections.changes")(function* (principal: Principal, id: string) {
  const { row } = yield* findVisible(principal, id)
  const sql = yield* SqlClient.SqlClient
  const { items } = yield* visibleTo(principal)
  const found: ReadonlyArray<Change> = yield* row.rules === null ? byHand(id) : byRule(id)
  const named = yield* rowsOf(Named)(sql`
    select v.id, v.title from items v
    where v.id = any(${[...new Set(found.map(({ itemId }) => itemId))]}::uuid[]) and ${items("v")}`)
  const titles = new Map(named.map(({ id: itemId, title }) => [itemId, title]))
  return found
    .flatMap(({ at, isIn, itemId }) => {
      const title = titles.get(itemId)
      return title === undefined
        ? []
        : [{ at: toTimestamp(at), itemId, title, change: isIn ? ("in" as const) : ("out" as const) }]
    })
    .slice(0, most)
})

/** Queues an evaluation of the rule. */
export const askForRefresh = Effect.fn("collections.askForRefresh")(function* (
  principal: Principal,
  id: string
) {
  const row = yield* findEditable(principal, id)
  if (row.rules !== null) yield* enqueue([refreshOf(row, "manual")])
  return null
})
