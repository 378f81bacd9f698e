import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import type { JobStatus } from "./JobRun.ts"

/** Which job runs; every field narrows, none means all. */
export interface RunFilter {
  readonly status?: StatusFilter
  readonly queue?: string
  readonly targetType?: string
  readonly targetId?: string
  /** A condition on a row of `job_runs`. */
  readonly where?: Fragment
  /** What failed for this reason, as `failureGroups` names them. */
  readonly reason?: string
  /** These runs and no others. */
  readonly ids?: ReadonlyArray<string>
  /** All but these. */
  readonly except?: ReadonlyArray<string>
}

/** `active`: queued, running, or failed and waiting to be tried again. */
export type StatusFilter = JobStatus | "active"

/** Spelled out in the statement: a list in a parameter would hide from the planner that one state is in order. */
const states: Record<StatusFilter, string> = {
  active: "0, 1, 3",
  queued: "0",
  started: "1",
  completed: "2",
  failed: "3, 4",
  cancelled: "5"
}

/** The condition on a row of `job_runs`: what the list shows and what is done to all it shows are one thing. */
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
