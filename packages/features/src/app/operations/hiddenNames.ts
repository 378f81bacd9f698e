import * as SqlClient from "@effect/sql/SqlClient"
import type { JobRun } from "@media/jobs/JobRun"
import type { JobRunDetail } from "@media/jobs/JobRuns"
import { isUuid } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { visibleTo } from "../../platform/visibility/Visibility.ts"

export const HIDDEN_LABEL = "Hidden by your content settings"

const Target = Schema.Struct({ id: Schema.String })

/**
 * Returns the ids of the targets that the caller may see. Deleted targets are hidden, because they may have been NSFW.
 */
const seenTargets = (principal: Principal, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const all = ids as Array<string>
    const rows = yield* rowsOf(Target)(sql`
      select v.id from items v left join trashed_items t on t.item_id = v.id
        left join lateral (select coalesce(t.library_id, v.library_id) as library_id, v.is_nsfw) h on true
      where v.id = any(${all}::uuid[]) and ${visibility.items("h")}
      union all select l.id from libraries l where l.id = any(${all}::uuid[]) and ${visibility.libraries("l")}
      union all select r.id from library_roots r join libraries l on l.id = r.library_id
      where r.id = any(${all}::uuid[]) and ${visibility.libraries("l")}`)
    return new Set(rows.map(({ id }) => id))
  })

const uuidPattern = "'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'"

/**
 * Returns the condition that the caller may see the target of a row of `job_runs`. Returns undefined for callers who
 * may see all names.
 */
export const seenTarget = (principal: Principal) =>
  Effect.gen(function* () {
    if (principal.showNsfw) return undefined
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const target = sql.literal("job_runs.target_id::uuid")
    return sql`(case when job_runs.target_id ~ ${sql.literal(uuidPattern)} then
      exists (select from items v left join trashed_items t on t.item_id = v.id
        left join lateral (select coalesce(t.library_id, v.library_id) as library_id, v.is_nsfw) h on true
        where v.id = ${target} and ${visibility.items("h")})
      or exists (select from libraries l where l.id = ${target} and ${visibility.libraries("l")})
      or exists (select from library_roots r join libraries l on l.id = r.library_id
        where r.id = ${target} and ${visibility.libraries("l")})
    else true end)`
  })

/**
 * Removes the names of the target from a run. Keeps `error.reason`, which contains no names, because it is the common
 * part of several messages.
 */
const withoutNames = <Run extends JobRun>(run: Run): Run => {
  if (run.error === null) return { ...run, targetLabel: HIDDEN_LABEL, result: null }
  const { detail: _detail, message: _message, ...error } = run.error
  const message = error.reason ?? HIDDEN_LABEL
  return { ...run, targetLabel: HIDDEN_LABEL, result: null, error: { ...error, message } }
}

/**
 * Replaces the labels of targets that are hidden from the caller. Never removes runs, so that their number matches the
 * counts of the queues.
 */
export const hideNames = <Run extends JobRun>(principal: Principal, runs: ReadonlyArray<Run>) =>
  Effect.gen(function* () {
    const ids = [...new Set(runs.map(({ targetId }) => targetId).filter(isUuid))]
    if (principal.showNsfw || ids.length === 0) return runs
    const seen = yield* seenTargets(principal, ids)
    return runs.map((run) => (isUuid(run.targetId) && !seen.has(run.targetId) ? withoutNames(run) : run))
  }).pipe(Effect.withSpan("operations.hideNames"))

/** Hides names in the details of a run. Also removes commands, log lines and payloads, which contain file names. */
export const hideNamesOfDetail = (principal: Principal, detail: JobRunDetail) =>
  Effect.gen(function* () {
    const { parent } = detail
    const [run, parentRun] = yield* hideNames(principal, [
      detail.run,
      ...(parent === undefined ? [] : [parent])
    ])
    if (run === undefined || run === detail.run) return { ...detail, parent: parentRun }
    return {
      ...detail,
      run,
      parent: parentRun,
      payload: null,
      failedAttempts: detail.failedAttempts.map((attempt) => ({ ...attempt, error: run.error })),
      logLines: [],
      command: null
    }
  })
