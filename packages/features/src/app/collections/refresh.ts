import * as SqlClient from "@effect/sql/SqlClient"
import { EventRegistry } from "@media/event-store/EventRegistry"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { countWhole } from "./counting.ts"
import { dueAfter } from "./due.ts"
import { everyone, rulesById, ruleToStore } from "./everyone.ts"
import { viewing } from "./members.ts"
import { eventTypesOf } from "./reads.ts"
import { storeWhole } from "./store.ts"
import { copyHistory, hasNsfwMarks } from "./variants.ts"

/** Number of days for which the history of members is kept. */
const KEPT_DAYS = 400

const Known = Schema.Struct({ isStored: Schema.Boolean, hasVariants: Schema.Boolean })

/**
 * Takes the lock of evaluations: shared to evaluate a rule, exclusive to apply events. Several rules may be evaluated
 * at the same time, but not while events are applied. Otherwise, a rule that is stored for the first time would miss
 * events that were applied after its evaluation began.
 */
export const lockEvaluations = (mode: "shared" | "exclusive") =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`select ${sql.literal(
        mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock"
      )}(hashtextextended('collection members', 0))`
  )

/**
 * Evaluates the rule of a collection in all libraries, stores its members, and records the items that joined or left
 * since the last evaluation. Returns undefined for manual collections, and for rules whose members depend on the viewer
 * and cannot be stored.
 */
export const refreshCollection = Effect.fn("collections.refresh")(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const { projections } = yield* EventRegistry
  return yield* Effect.gen(function* () {
    yield* lockEvaluations("shared")
    // Lock the collection, so that two workers do not record the same changes.
    yield* sql`select from collections where id = ${id} for update`
    const [row] = yield* rulesById([id])
    if (row === undefined) return undefined
    const { isStored, reads, trees } = yield* ruleToStore(row)
    const [known] = yield* rowsOf(Known)(sql`
      select is_stored as "isStored", has_variants as "hasVariants" from collection_refreshes where collection_id = ${id}`)
    // Keep separate members once they exist. Otherwise, a history that only some viewers may see could become visible
    // to all viewers.
    const isVaried = known?.hasVariants === true
    const hasVariants = reads.mayVary && (isVaried || (yield* hasNsfwMarks))
    if (hasVariants && known !== undefined && !isVaried) yield* copyHistory(id)
    const variants = !isStored ? [] : hasVariants ? [false, true] : [false]
    yield* sql`delete from collection_matches where collection_id = ${id}
      and not (hides_nsfw = any(${variants}::boolean[]))`
    const due = yield* dueAfter(isStored ? trees : [], yield* Clock.currentTimeMillis)
    const changed = yield* Effect.forEach(variants, (hidesNsfw) =>
      Effect.flatMap(viewing(everyone(row.accountId, hidesNsfw), [], [row.rules]), (context) =>
        storeWhole(context, row, known?.isStored === true && (!hidesNsfw || isVaried))
      )
    )
    yield* sql`
      insert into collection_refreshes (collection_id, refreshed_at, evaluated_at, is_stored, is_stale, has_variants, may_vary, due_at,
        rules, fields, collections, event_types)
      select c.id, now(), now(), ${isStored}, false, ${hasVariants}, ${reads.mayVary}, to_timestamp(${due ?? null}::float8 / 1000), c.rules,
        ${reads.fields as Array<string>}::text[], ${reads.collections as Array<string>}::uuid[],
        ${eventTypesOf(projections, reads.fields) as Array<string>}::text[]
      from collections c where c.id = ${id}
      on conflict (collection_id) do update set refreshed_at = excluded.refreshed_at, evaluated_at = excluded.evaluated_at, is_stored = excluded.is_stored,
        is_stale = false, has_variants = excluded.has_variants, may_vary = excluded.may_vary, due_at = excluded.due_at, rules = excluded.rules,
        fields = excluded.fields, collections = excluded.collections, event_types = excluded.event_types`
    yield* countWhole(id)
    return changed[0]
  }).pipe(transaction)
})

/** Deletes the stored members and history of removed collections, and changes older than `KEPT_DAYS`. */
export const forgetOldChanges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const gone = sql`not exists (select from collections c where c.id = t.collection_id)`
  yield* sql`delete from collection_refreshes t where ${gone}`
  yield* sql`delete from collection_matches t where ${gone}`
  yield* sql`delete from collection_counts t where ${gone}`
  yield* sql`delete from collection_changes t where ${gone} or t.at < now() - make_interval(days => ${KEPT_DAYS})`
})
