import * as SqlClient from "@effect/sql/SqlClient"
import { EventRegistry } from "@media/event-store/EventRegistry"
import { inBatches } from "@media/event-store/EventStore"
import { horizon } from "@media/event-store/Horizon"
import { enqueue } from "@media/jobs/Enqueue"
import { rowOf, rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { affectedItems, ReadEvent } from "./affected.ts"
import { alike, eventsFor, Rule } from "./concerned.ts"
import { type Change, countChanges } from "./counting.ts"
import { dueAfter } from "./due.ts"
import type { MemberContext } from "../../catalog/membership/members.ts"
import { everyone, rulesById, type RuleRow, ruleToStore } from "./everyone.ts"
import { viewing } from "./members.ts"
import { refreshOf } from "./queue.ts"
import { entitiesAbove } from "./entityReads.ts"
import { lockEvaluations } from "./refresh.ts"
import { type Cause, storeSome } from "./store.ts"
import { hasNsfwMarks } from "./variants.ts"

/** Maximum number of events per step. */
const perStep = 5_000

const Cursor = Schema.Struct({ xid: Schema.String, position: Schema.Number })
const Behind = Schema.Struct({ isBehind: Schema.Boolean })
/** Returns the next events after the cursor that can change the members of any rule. */
const eventsAfter = (cursor: typeof Cursor.Type, types: ReadonlyArray<string>, end: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(ReadEvent)(sql`
      select e.xid::text as xid, e.position::float8 as position, e.stream_id as "streamId", e.type, e.meta ->> 'actor' as actor,
        array(select distinct (regexp_matches(e.data::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g'))[1]) as ids,
        case e.type
          when 'item.edited.v1' then array(select c ->> 'field' from jsonb_array_elements(e.data -> 'changes') c)
          when 'item.sourced.v1' then array(select jsonb_object_keys(e.data -> 'set')
            union select jsonb_array_elements_text(e.data -> 'clear')) end as changed,
        case when e.type in ('item.related.v1', 'item.unrelated.v1') then e.data ->> 'relation' end as relation,
        case when e.type in ('item.related.v1', 'item.unrelated.v1') then e.data ->> 'to' end as "to"
      from events e
      where (e.xid, e.position) > (${cursor.xid}::xid8, ${cursor.position}::bigint) and e.xid < ${end}::xid8
        and e.type = any(${types as Array<string>}::text[])
      order by e.xid, e.position limit ${perStep}::bigint`)
  )

/** Rules of one owner that are evaluated for the same items and viewers. */
interface Batch {
  readonly accountId: string
  readonly variants: ReadonlyArray<boolean>
  readonly causes: ReadonlyArray<Cause>
  readonly rows: ReadonlyArray<RuleRow>
}

/**
 * Number of rules per SQL statement. Separate statements for each rule would be slow: with 200 rules, the edit of one
 * item took 0.4 s of CPU time, most of it for planning the statements.
 */
const perStatement = 25

/** Applies events to the stored members of rules. Returns the ids of rules that must be evaluated for all items. */
const applyAll = (rules: ReadonlyArray<Rule>, events: ReadonlyArray<ReadEvent>) =>
  Effect.gen(function* () {
    const rows = yield* rulesById(rules.filter(({ isStored }) => isStored).map(({ id }) => id))
    const byId = new Map(rows.map((row) => [row.id, row]))
    const above = yield* entitiesAbove(events)
    const groups = alike(events)
    // Cache the affected items (`causes`) and the contexts, because most rules depend on the same events and have the
    // same owner.
    const causes = new Map<string, ReadonlyArray<Cause> | undefined>()
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
    const members: Array<Change> = []
    const batches = new Map<string, Batch>()
    // If nothing is flagged NSFW, viewers who hide NSFW content see the same members as all other viewers, so one
    // evaluation is sufficient.
    const isVaried = yield* hasNsfwMarks
    const both = isVaried ? [[false], [true]] : [[false, true]]
    for (const rule of rules) {
      const row = byId.get(rule.id)
      // Once something is flagged NSFW, viewers who hide NSFW content may see fewer members. A rule that has stored
      // only one set of members must then be evaluated for all items.
      const isOneVariant = isVaried && rule.isStored && rule.mayVary && !rule.hasVariants
      const some = isOneVariant ? undefined : eventsFor(rule, row?.rules, events, groups, above)
      if (some?.length === 0 || (row === undefined && rule.isStored)) continue
      const found = some === undefined ? undefined : yield* causesOf(some)
      if (found === undefined) whole.push(rule.id)
      if (found === undefined || found.length === 0 || row === undefined) continue
      changed.push(rule.id)
      for (const variants of rule.hasVariants ? both : [[false]]) {
        const key = `${row.accountId} ${variants.join()} ${some!.map(({ position }) => position).join()}`
        const { accountId } = row
        const batch = batches.get(key) ?? { accountId, variants, causes: found, rows: [] }
        batches.set(key, { ...batch, rows: [...batch.rows, row] })
      }
    }
    for (const { accountId, rows: together, ...given } of batches.values())
      for (const few of inBatches(together, perStatement))
        members.push(
          ...(yield* storeSome(yield* contextOf(accountId, given.variants[0] === true), few, given))
        )
    for (const { id, isTimed } of rules) if (isTimed && changed.includes(id)) yield* moveDue(byId.get(id)!)
    const sql = yield* SqlClient.SqlClient
    yield* sql`update collection_refreshes set refreshed_at = now() where collection_id = any(${changed}::uuid[])`
    yield* countChanges(members)
    return whole
  })

/**
 * If a new member will stop matching before the current due time of the rule, moves the due time to this earlier time.
 * Never moves the due time to a later time, because only some items were evaluated.
 */
const moveDue = (row: RuleRow) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { trees } = yield* ruleToStore(row)
    const due = yield* dueAfter(trees, yield* Clock.currentTimeMillis)
    yield* sql`update collection_refreshes set due_at = least(due_at, to_timestamp(${due ?? null}::float8 / 1000))
      where collection_id = ${row.id}`
  })

const storedRules = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  rowsOf(Rule)(sql`
    select r.collection_id as id, r.has_variants as "hasVariants", r.may_vary as "mayVary", r.due_at is not null as "isTimed",
      r.is_stored as "isStored", r.fields, r.collections, r.event_types as "eventTypes"
    from collection_refreshes r join collections c on c.id = r.collection_id and c.rules = r.rules
    where not r.is_stale order by r.collection_id`)
)

/** Applies the next events to the stored members of all rules. Returns true if more events may be waiting. */
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
  // Without a cursor, the stored members may be older than any event in the log, so every rule must be evaluated again.
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
 * True if the log contains an event after the cursor. Each step takes a lock and writes the cursor, and this write
 * moves the end of the log. Without the check, an idle server would write forever.
 */
const isBehind = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* rowOf(Behind)(sql`
    select not exists (select from collection_cursor) or exists (
      select from events e, collection_cursor c where (e.xid, e.position) > (c.xid::xid8, c.position)) as "isBehind"`)
  return Option.isSome(found) && found.value.isBehind
})

/** Applies all new events to the stored members of rules. */
export const applyEvents = Effect.fn("collections.applyEvents")(function* () {
  yield* EventRegistry
  if (!(yield* isBehind)) return
  while (yield* step) continue
})
