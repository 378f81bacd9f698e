import type { JobRun, JobStatus } from "@media/features/app/operations/contract"
import { isActive } from "@/live/activeOrder"

export type RunStatusFilter = JobStatus | "active"
export const statusFilters: ReadonlyArray<RunStatusFilter> = [
  "active",
  "queued",
  "started",
  "failed",
  "completed",
  "cancelled"
]

export interface RunFilter {
  readonly status?: RunStatusFilter | undefined
  readonly queue?: string | undefined
  readonly q?: string | undefined
  readonly targetType?: string | undefined
  readonly targetId?: string | undefined
  /** Lists only jobs that failed for this reason. */
  readonly reason?: string | undefined
}

const words: Readonly<Record<string, RunStatusFilter>> = { running: "started", canceled: "cancelled" }
export const asStatus = (text: string): RunStatusFilter | undefined =>
  words[text] ?? statusFilters.find((status) => status === text)

/**
 * Parses qualifiers such as `queue:preview status:failed target:"Blade Runner" id:0193…`. All other words, and the
 * values of `target:` and `id:`, become the search text.
 */
export const parseFilterText = (text: string): RunFilter => {
  const filter: { status?: RunStatusFilter; queue?: string } = {}
  const searched: string[] = []
  for (const [match, name, quoted, bare] of text.matchAll(/(?:(\w+):)?(?:"([^"]*)"|([^\s"]+))/g)) {
    const value = quoted ?? bare ?? ""
    const status = name === "status" ? asStatus(value.toLowerCase()) : undefined
    if (status) filter.status = status
    else if (name === "queue") filter.queue = value
    else searched.push(name === undefined || name === "target" || name === "id" ? value : match)
  }
  const q = searched.join(" ").trim()
  return { ...filter, ...(q ? { q } : {}) }
}

/** Returns the filter without empty and unset fields, which the API does not accept. */
export const knownFilter = (filter: RunFilter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== "")) as {
    readonly [Key in keyof RunFilter]?: Exclude<RunFilter[Key], undefined>
  }

/** Returns the reason by which the server groups a failed job, or undefined if the job has not failed. */
export const reasonOf = (run: Pick<JobRun, "status" | "error">): string | undefined =>
  run.status === "failed" ? (run.error?.reason ?? run.error?.message) : undefined

/**
 * Returns a function that checks whether a run matches the filter, in the same way as the server. It is applied to runs
 * that change while they are visible.
 */
export const runMatches = (filter: RunFilter) => {
  const searched = filter.q?.toLowerCase()
  return (run: JobRun): boolean =>
    (filter.status === undefined ||
      (filter.status === "active" ? isActive(run) : run.status === filter.status)) &&
    (filter.queue === undefined || run.queueName === filter.queue) &&
    (filter.targetType === undefined || run.targetType === filter.targetType) &&
    (filter.targetId === undefined || run.targetId === filter.targetId) &&
    (filter.reason === undefined || reasonOf(run) === filter.reason) &&
    (searched === undefined ||
      run.id === searched ||
      run.targetId?.toLowerCase() === searched ||
      (run.targetLabel ?? "").toLowerCase().includes(searched))
}
