import * as SqlClient from "@effect/sql/SqlClient"
import { EventRegistry } from "@media/event-store/EventRegistry"
import { horizon } from "@media/event-store/Horizon"
import { enqueue } from "@media/jobs/Enqueue"
import { rowOf, rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { affectedItems, ReadEvent } from "./affected.ts"
import { dueAfter } from "./due.ts"
import type { MemberContext } from "../../catalog/membership/members.ts"
import { everyone, rulesById, type RuleRow, ruleToStore } from "./everyone.ts"
import { viewing } from "./members.ts"
import { refreshOf } from "./queue.ts"
import { isTouched } from "./reads.ts"
import { lockEvaluations } from "./refresh.ts"
import { storeMembers } from "./store.ts"

/** Events of one step. */
const perStep = 5_000

const Cursor = Schema.Struct({ xid: Schema.String, position: Schema.Number })
const Behind = Schema.Struct({ isBehind: Schema.Boolean })
const Stored = Schema.Struct({
  id: Schema.String,
  hasVariants: Schema.Boolean,
  isTimed: Schema.Boolean,
  isStored: Schema.Boolean,
  fields: Schema.Array(Schema.String),
  collections: Schema.Array(Schema.String),
  eventTypes: Schema.Array(Schema.String)
})
type Stored = typeof Stored.Type

/** The events after the cursor that can change the members of any rule. */
const eventsAfter = (cursor: typeof Cursor.Type, types: ReadonlyArray<string>, end: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(ReadEvent)(sql`
      select e.xid::text as xid, e.position::float8 as position, e.stream_id as "streamId", e.type, e.meta ->> 'actor' as actor,
        array(select distinct (regexp_matches(e.data::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g'))[1]) as ids,
        case e.type
          when 'item.edited.v1' then array(select c ->> 'field' from jsonb_array_elements(e.data -> 'changes') c)
          when 'item.sourced.v1' then array(select jsonb_object_keys(e.data -> 'set')
            union select jsonb_array_elements_text(e.data -> 'clear')) end as changed
      from events e
      where (e.xid, e.position) > (${cursor.xid}::xid8, ${cursor.position}::bigint) and e.xid < ${end}::xid8
        and e.type = any(${types as Array<string>}::text[])
      order by e.xid, e.position limit ${perStep}::bigint`)
  )

const concerns = ({ eventTypes, fields }: Stored, { changed, type }: ReadEvent): boolean =>
  eventTypes.includes(type) && (changed === null || isTouched(fields, changed))

/** Events of collections: a rule that reads one of them is evaluated as a whole unless only its entries changed. */
const ofCollections = (rule: Stored, events: ReadonlyArray<ReadEvent>) =>
  rule.collections.length === 0
    ? []
    : events.filter(
        ({ streamId, type }) =>
          (type.startsWith("collection.") && rule.collections.includes(streamId)) ||
          type === "account.deleted.v1"
      )

/** The events that a rule is evaluated for; undefined if it has to be evaluated as a whole. */
const eventsFor = (rule: Stored, events: ReadonlyArray<ReadEvent>): ReadonlyArray<ReadEvent> | undefined => {
  const own = ofCollections(rule, events)
  if (own.some(({ type }) => !type.startsWith("collection.entries-"))) return undefined
  const others = events.filter(
    (event) =>
      !event.type.startsWith("collection.") && event.type !== "account.deleted.v1" && concerns(rule, event)
  )
  return [...own, ...others]
}

/** Applies events to the stored members of rules. Returns the rules that have to be evaluated as a whole. */
const applyAll = (rules: ReadonlyArray<Stored>, events: ReadonlyArray<ReadEvent>) =>
  Effect.gen(function* () {
    const rows = yield* rulesById(rules.filter(({ isStored }) => isStored).map(({ id }) => id))
    const byId = new Map(rows.map((row) => [row.id, row]))
    // Most rules read the same events, and most have the same owner.
    const causes = new Map<string, Effect.Effect.Success<ReturnType<typeof affectedItems>>>()
    const contexts = new Map<string, MemberContext>()
    const causesOf = (some: ReadonlyArray<ReadEvent>) =>
      Effect.gen(function* () {
        const key = some.map(({ position }) => position).join()
        if (!causes.has(key)) causes.set(key, yield* affectedItems(some))
        return causes.get(key)
      })
    const contextOf = (accountId: string, hidesNsfw: boolean) =>
      Effect.gen(function* () {
        const key = `${accountId} ${hidesNsfw}`
        const trees = rows.filter((row) => row.accountId === accountId).map((row) => row.rules)
        const context = contexts.get(key) ?? (yield* viewing(everyone(accountId, hidesNsfw), [], trees))
        contexts.set(key, context)
        return context
      })
    const whole: Array<string> = []
    const changed: Array<string> = []
    for (const rule of rules) {
      const some = eventsFor(rule, events)
      const row = byId.get(rule.id)
      if (some?.length === 0 || (row === undefined && rule.isStored)) continue
      const found = some === undefined ? undefined : yield* causesOf(some)
      if (found === undefined) whole.push(rule.id)
      if (found === undefined || found.length === 0 || row === undefined) continue
      for (const hidesNsfw of rule.hasVariants ? [false, true] : [false])
        yield* storeMembers(yield* contextOf(row.accountId, hidesNsfw), row, {
          isRecorded: true,
          causes: found
        })
      if (rule.isTimed) yield* moveDue(row)
      changed.push(rule.id)
    }
    const sql = yield* SqlClient.SqlClient
    yield* sql`update collection_refreshes set refreshed_at = now() where collection_id = any(${changed}::uuid[])`
    return whole
  })

/** New members may leave sooner than the others. An earlier boundary still stands: its items were not evaluated here. */
const moveDue = (row: RuleRow) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { trees } = yield* ruleToStore(row)
    const due = yield* dueAfter(trees, yield* Clock.currentTimeMillis)
    yield* sql`update collection_refreshes set due_at = least(due_at, to_timestamp(${due ?? null}::float8 / 1000))
      where collection_id = ${row.id}`
  })

const storedRules = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  rowsOf(Stored)(sql`
    select r.collection_id as id, r.has_variants as "hasVariants", r.due_at is not null as "isTimed",
      r.is_stored as "isStored", r.fields, r.collections, r.event_types as "eventTypes"
    from collection_refreshes r join collections c on c.id = r.collection_id and c.rules = r.rules
    where not r.is_stale order by r.collection_id`)
)

/** Applies the next events to the stored members of all rules. Tells whether more events are waiting. */
const step = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const end = yield* horizon
  yield* lockEvaluations("exclusive")
  const before = yield* rowOf(Cursor)(sql`select xid, position::float8 as position from collection_cursor`)
  const rules = yield* storedRules
  const types = [...new Set([...rules.flatMap(({ eventTypes }) => eventTypes), ...collectionEvents])]
  const events =
    Option.isNone(before) || rules.length === 0 ? [] : yield* eventsAfter(before.value, types, end)
  const stale = events.length === 0 ? [] : yield* applyAll(rules, events)
  if (stale.length > 0)
    yield* sql`update collection_refreshes set is_stale = true where collection_id = any(${stale}::uuid[])`
  // Before the first step nothing was compared with the log.
  if (Option.isNone(before)) yield* sql`update collection_refreshes set is_stale = true`
  const isFull = events.length === perStep
  const last = events.at(-1)
  const after = isFull && last !== undefined ? last : { xid: end, position: -1 }
  if (Option.isNone(before) || before.value.xid !== after.xid || before.value.position !== after.position)
    yield* sql`insert into collection_cursor (xid, position) values (${after.xid}, ${after.position}::bigint)
      on conflict (is_only) do update set xid = excluded.xid, position = excluded.position`
  yield* enqueue((yield* rulesById(stale)).map((row) => refreshOf(row, "system")))
  return isFull
}).pipe(transaction)

const collectionEvents = [
  "collection.saved.v1",
  "collection.removed.v1",
  "collection.entries-set.v1",
  "collection.entries-removed.v1",
  "account.deleted.v1"
]

/**
 * Any event after the cursor, whatever its type. A step takes a lock and writes the cursor, and that write alone moves
 * the end of the log, so without this question an idle server would write forever.
 */
const isBehind = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* rowOf(Behind)(sql`
    select not exists (select from collection_cursor) or exists (
      select from events e, collection_cursor c where (e.xid, e.position) > (c.xid::xid8, c.position)) as "isBehind"`)
  return Option.isSome(found) && found.value.isBehind
})

/** Applies all events so far to the stored members of rules. */
export const applyEvents = Effect.fn("collections.applyEvents")(function* () {
  yield* EventRegistry
  if (!(yield* isBehind)) return
  while (yield* step) continue
})
