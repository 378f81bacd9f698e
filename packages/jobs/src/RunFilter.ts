import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import type { JobStatus } from "./JobRun.ts"

/** A filter on job runs. Every field narrows the result, and an empty filter matches all runs. */
export interface RunFilter {
  readonly status?: StatusFilter
  readonly queue?: string
  readonly targetType?: string
  readonly targetId?: string
  /** A condition on a row of `job_runs`. */
  readonly where?: Fragment
  /** Matches only runs that failed for this reason, as returned by `failureGroups`. */
  readonly reason?: string
  /** Matches only the runs with these ids. */
  readonly ids?: ReadonlyArray<string>
  /** Excludes the runs with these ids. */
  readonly except?: ReadonlyArray<string>
}

/** A status to filter by. `active`: queued, running, or failed and waiting for a retry. */
export type StatusFilter = JobStatus | "active"

/**
 * The states of each status, as SQL text and not as a parameter. If the states were parameters, the planner could not
 * use the sort order of an index that contains only the rows of a single state.
 */
const states: Record<StatusFilter, string> = {
  active: "0, 1, 3",
  queued: "0",
  started: "1",
  completed: "2",
  failed: "3, 4",
  cancelled: "5"
}

/**
 * Builds the condition on rows of `job_runs`. The list and the bulk actions share the condition, so that they apply to
 * the same runs.
 */
export const matching = (filter: RunFilter) =>
  Effect.map(SqlClient.SqlClient, (sql) => {
    const conditions = [
      filter.status === undefined ? [] : [sql`state in (${sql.literal(states[filter.status])})`],
      filter.queue === undefined ? [] : [sql`queue_name = ${filter.queue}`],
      filter.targetType === undefined ? [] : [sql`target_type = ${filter.targetType}`],
      filter.targetId === undefined ? [] : [sql`target_id = ${filter.targetId}`],
      filter.where === undefined ? [] : [filter.where],
      filter.reason === undefined ? [] : [sql`state in (3, 4) and reason = ${filter.reason}`],
      filter.ids === undefined ? [] : [sql`id = any(${[...filter.ids]}::uuid[])`],
      filter.except === undefined ? [] : [sql`id <> all(${[...filter.except]}::uuid[])`]
    ].flat()
    return conditions.length === 0 ? sql`true` : sql.and(conditions)
  })
