import type { JobRun } from "@media/features/app/operations/contract"
import type { JobsView } from "@media/features/app/operations/live-protocol"
import type { RunFilter } from "@media/jobs/RunFilter"

/** What a view counts: its filter whatever status it asks for. */
export const countedFilter = ({ id: _id, limit: _limit, status: _status, ...filter }: JobsView): RunFilter =>
  filter

/** Views with equal keys have equal counts; empty for all jobs. */
export const filterKey = (view: JobsView): string => {
  const filter = Object.entries(countedFilter(view)).sort(([one], [other]) => one.localeCompare(other))
  return filter.length === 0 ? "" : JSON.stringify(filter)
}

const isActive = (run: JobRun): boolean =>
  run.status === "queued" || run.status === "started" || (run.status === "failed" && !run.isExhausted)

const hasStatus = (run: JobRun, status: JobsView["status"]): boolean =>
  status === undefined || (status === "active" ? isActive(run) : run.status === status)

/** The same conditions as the list's own filter, on a row in memory. */
export const matchesView = (run: JobRun, view: JobsView): boolean =>
  hasStatus(run, view.status) &&
  (view.queue === undefined || run.queueName === view.queue) &&
  (view.targetType === undefined || run.targetType === view.targetType) &&
  (view.targetId === undefined || run.targetId === view.targetId) &&
  (view.reason === undefined ||
    (run.status === "failed" && (run.error?.reason ?? run.error?.message) === view.reason)) &&
  (view.q === undefined ||
    view.q === run.id ||
    view.q === run.targetId ||
    (run.targetLabel ?? "").toLowerCase().includes(view.q.toLowerCase()))
