import * as SqlClient from "@effect/sql/SqlClient"
import { type FeedCursor, feedEnd } from "@media/event-store/EventFeed"
import { uuidv7 } from "@media/kernel/Ids"
import { rowOf, rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { summaries } from "../../generated/summaries.ts"
import { accountPrincipals } from "../../identity/accounts/accountPrincipals.ts"
import { examinedKinds } from "../../ItemKind.ts"
import type { ItemSummary } from "../../ItemSummaries.ts"
import { applyRule } from "./apply.ts"
import { enabledRules, type RuleRow } from "./queries.ts"

const Cursor = Schema.Struct({ xid: Schema.String, position: Schema.Number })
const Lock = Schema.Struct({ isFree: Schema.Boolean })
const Appeared = Schema.Struct({
  ...Cursor.fields,
  n: Schema.Number,
  id: Schema.NullOr(Schema.String),
  kind: Schema.NullOr(Schema.String),
  movedFrom: Schema.NullOr(Schema.String)
})

/** An item that became ready, or that was moved from the library `movedFrom` to a different library. */
interface AppearedItem {
  readonly id: string
  readonly kind: string
  readonly movedFrom: string | null
}

/** Number of events per step. The number is large, because most events do not affect rules. */
const perStep = 20_000
const registrations = ["item.registered.v1", "item.group-registered.v1", "item.entry-registered.v1"]
const examinations = (summaries as ReadonlyArray<ItemSummary>)
  .filter(({ isExamination }) => isExamination)
  .map(({ event }) => event)

/** Types of events that add a file to a library or move it there. The data of these events contains `libraryId`. */
const placements = ["item.registered.v1", "item.file-moved.v1"]

/**
 * Returns the items that appeared after the cursor, and the new cursor. An item appears when it becomes ready for the
 * first time or is moved to a different library.
 */
const appearedAfter = (cursor: FeedCursor) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Appeared)(sql`
      with read as materialized (
        select e.xid, e.position, e.stream_id, e.version, e.type, e.data->>'libraryId' as library_id from events e
        where (e.xid, e.position) > (${cursor.xid}::xid8, ${cursor.position}::bigint)
          and e.xid < pg_snapshot_xmin(pg_current_snapshot())
        order by e.xid, e.position limit ${perStep}
      ),
      last as (select xid::text as xid, position, count(*) over ()::int as n from read
        order by read.xid desc, position desc limit 1)
      select l.xid, l.position, l.n, v.id, v.kind::text as kind, v.moved_from as "movedFrom"
      from last l left join (
        select r.stream_id as id, v.kind, b.library_id as moved_from
        from read r join items v on v.id = r.stream_id and v.status = 'ready' cross join lateral (
          select b.data->>'libraryId' as library_id from events b
          where b.stream_id = r.stream_id and b.version < r.version and b.type = any(${placements}::text[])
          order by b.version desc limit 1) b
        where r.type = 'item.file-moved.v1' and b.library_id <> r.library_id
        union
        select v.id, v.kind, null from read r join items v on v.id = r.stream_id
        where v.status = 'ready' and (
          (r.type = any(${registrations}::text[]) and not (v.kind::text = any(${[...examinedKinds]}::text[])))
          or (r.type = any(${examinations}::text[]) and not exists (
            select from events b where b.stream_id = r.stream_id and b.version < r.version and b.type = r.type)))
      ) v on true`)
    const [first] = rows
    return {
      cursor: first === undefined ? cursor : { xid: first.xid, position: first.position },
      isFull: first?.n === perStep,
      items: rows.flatMap(({ id, kind, movedFrom }) =>
        id === null || kind === null ? [] : [{ id, kind, movedFrom }]
      )
    }
  })

/**
 * Returns true if an item is new for a rule. A moved item is new only if the rule applies to certain libraries and not
 * to the previous library of the item.
 */
const appearsFor =
  ({ kind, libraryIds }: RuleRow) =>
  (item: AppearedItem): boolean =>
    item.kind === kind &&
    (item.movedFrom === null || (libraryIds !== null && !libraryIds.includes(item.movedFrom)))

const applyAll = (rules: ReadonlyArray<RuleRow>, items: ReadonlyArray<AppearedItem>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const accounts = yield* accountPrincipals([...new Set(rules.map(({ accountId }) => accountId))])
    for (const rule of rules) {
      const principal = accounts.get(rule.accountId)?.principal
      const ids = [...new Set(items.filter(appearsFor(rule)).map(({ id }) => id))]
      if (principal === undefined || ids.length === 0) continue
      // Use a savepoint, so that a rule that fails does not stop the other rules.
      yield* sql
        .withTransaction(applyRule(principal, rule, ids, uuidv7()))
        .pipe(Effect.catchAll((error) => Effect.logWarning(`The rule ${rule.id} failed`, error)))
    }
  })

/**
 * Processes the next events. A lock ensures that only one worker at a time processes events. Returns true if more
 * events may be waiting.
 */
const step = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const lock = yield* rowOf(Lock)(
    sql`select pg_try_advisory_xact_lock(hashtextextended('rules', 0)) as "isFree"`
  )
  if (!Option.getOrThrow(lock).isFree) return false
  const before = yield* rowOf(Cursor)(sql`select xid, position from rule_cursor`)
  const rules = yield* enabledRules
  // If no rule is enabled, move the cursor to the end without reading the events. A rule applies only to items that
  // appear after the rule was created.
  const found =
    Option.isNone(before) || rules.length === 0
      ? { cursor: yield* feedEnd, isFull: false, items: [] }
      : yield* appearedAfter(before.value)
  yield* applyAll(rules, found.items)
  const { position, xid } = found.cursor
  if (Option.isNone(before) || before.value.xid !== xid || before.value.position !== position)
    yield* sql`insert into rule_cursor (xid, position) values (${xid}, ${position}::bigint)
      on conflict (is_only) do update set xid = excluded.xid, position = excluded.position`
  return found.isFull
}).pipe(transaction)

/** Runs all rules on the items that appeared since the last call. */
export const runRules = Effect.fn("rules.runAll")(function* () {
  while (yield* step) continue
})
