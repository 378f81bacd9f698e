import type { JobRun } from "@media/features/app/operations/contract"
import { HIDDEN_LABEL } from "@media/features/app/operations/hiddenNames"
import { jobFields } from "@media/features/app/operations/jobFields"
import { withJobQuery } from "@media/features/app/operations/jobQuery"
import type { JobsView, JobTotals } from "@media/features/app/operations/live-protocol"
import type { TooBroad } from "@media/features/catalog/filters/errors"
import { listActive, totalsOf } from "@media/jobs/JobRuns"
import type { Invalid } from "@media/kernel/Errors"
import { now } from "@media/kernel/Timestamp"
import { evaluate } from "@media/query/evaluate"
import { hasErrors, parseQuery } from "@media/query/text/parse"
import type { Node } from "@media/query/Tree"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"

/**
 * The job list that a client displays. With `hidesNames`, the query `q` does not match names of NSFW items, which are
 * hidden from this client.
 */
export type ReceivedView = JobsView & { readonly hidesNames?: true }

/**
 * Returns the filter by which the jobs of a view are counted. It omits the status, because the counts are shown for
 * each status.
 */
export const countedFilter = ({
  hidesNames: _hidesNames,
  id: _id,
  limit: _limit,
  status: _status,
  ...filter
}: ReceivedView) => filter

/**
 * Returns a key for the job counts of a view. Views with equal keys have equal counts. The key is empty if the view
 * shows all jobs.
 */
export const filterKey = (view: ReceivedView): string => {
  const filter = Object.entries(countedFilter(view)).sort(([one], [other]) => one.localeCompare(other))
  if (filter.length === 0) return ""
  return `${view.hidesNames === true && view.q !== undefined ? "hiding " : ""}${JSON.stringify(filter)}`
}

/** The filter of the jobs to count, and the principal for whom they are counted. */
export interface CountedView {
  readonly principal: Principal
  readonly filter: Omit<JobsView, "id" | "limit">
}

const noTotals: JobTotals = { queued: 0, started: 0, completed: 0, failed: 0, retrying: 0, cancelled: 0 }

/**
 * Returns `nothing` if the query is invalid or too broad. The error is not reported here, because the HTTP route of the
 * job list already reports it to the user.
 */
const orNothing = <A, E extends { readonly _tag: string }, R>(
  nothing: A,
  read: Effect.Effect<A, E | Invalid | TooBroad, R>
) =>
  Effect.catchAll(read, (error) =>
    error._tag === "Invalid" || error._tag === "TooBroad" ? Effect.succeed(nothing) : Effect.fail(error)
  )

export const totalsFor = ({ filter, principal }: CountedView) =>
  orNothing(noTotals, withJobQuery(principal, filter, totalsOf))

export const pageOf = ({ filter, principal }: CountedView, perPage: number) =>
  orNothing(
    { items: [], total: 0, totals: noTotals },
    withJobQuery(principal, filter, (read) => listActive({ ...read, page: 1, perPage }))
  )

const isActive = (run: JobRun): boolean =>
  run.status === "queued" || run.status === "started" || (run.status === "failed" && !run.isExhausted)

const hasStatus = (run: JobRun, status: JobsView["status"]): boolean =>
  status === undefined || (status === "active" ? isActive(run) : run.status === status)

const timeOf = (at: string | null): number | null => (at === null ? null : Date.parse(at))

const recordOf = (run: JobRun) => {
  const isHidden = run.targetLabel === HIDDEN_LABEL
  return {
    kind: "row",
    words: isHidden ? [] : [run.targetLabel ?? ""],
    values: {
      ...run,
      queue: run.queueName,
      target: isHidden ? null : run.targetLabel,
      reason: run.status === "failed" && !isHidden ? (run.error?.reason ?? run.error?.message ?? null) : null,
      queuedAt: timeOf(run.queuedAt),
      startedAt: timeOf(run.startedAt),
      finishedAt: timeOf(run.finishedAt),
      duration: run.durationMs === null ? null : run.durationMs / 1_000
    }
  }
}

/**
 * Parsed queries keyed by view. They are cached because every changed run is matched against them. `where` is undefined
 * if the query is invalid.
 */
const trees = new WeakMap<JobsView, { readonly where: Node | undefined }>()
const treeOf = (view: JobsView, q: string): Node | undefined => {
  const known = trees.get(view)
  if (known !== undefined) return known.where
  const parsed = parseQuery(q, jobFields, { mode: "list" })
  const where = hasErrors(parsed) ? undefined : parsed.query.where
  trees.set(view, { where })
  return where
}

const matchesQuery = (run: JobRun, view: JobsView): boolean => {
  const { q } = view
  if (q === undefined || q === run.id || q === run.targetId) return true
  const where = treeOf(view, q)
  return (
    where !== undefined && evaluate(where, recordOf(run), jobFields, { now: now().getTime(), zone: "UTC" })
  )
}

/**
 * True if a run matches the filter of the view. This function must stay consistent with the SQL filter of the job list.
 */
export const matchesView = (run: JobRun, view: JobsView): boolean =>
  hasStatus(run, view.status) &&
  (view.queue === undefined || run.queueName === view.queue) &&
  (view.targetType === undefined || run.targetType === view.targetType) &&
  (view.targetId === undefined || run.targetId === view.targetId) &&
  (view.reason === undefined ||
    (run.status === "failed" && (run.error?.reason ?? run.error?.message) === view.reason)) &&
  matchesQuery(run, view)
