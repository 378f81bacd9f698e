import type { QueueSummary } from "@media/features/app/operations/contract"

type Load = Pick<
  QueueSummary,
  "queued" | "started" | "failed" | "isPaused" | "etaSeconds" | "completedLastHour"
>

export const leftIn = ({ queued, started }: Pick<Load, "queued" | "started">): number => queued + started
/** Returns why a queue is listed: it is paused, has unfinished jobs, or has failures. Undefined for idle queues. */
export const stateOf = (queue: Load): "paused" | "busy" | "failed" | undefined =>
  queue.isPaused ? "paused" : leftIn(queue) > 0 ? "busy" : queue.failed > 0 ? "failed" : undefined

/** Returns the finished share of the jobs, from 0 to 1. Only jobs of the last hour and unfinished jobs are counted. */
export const doneShare = (queue: Load): number => {
  const left = leftIn(queue)
  return left === 0 ? 1 : queue.completedLastHour / (queue.completedLastHour + left)
}

/**
 * Returns the estimated seconds until all queues have finished. Returns 0 if no jobs are left, and undefined if an
 * estimate is missing. Paused queues do not count, but if only they have jobs left, the result is undefined. The server
 * computes its summary by the same rule.
 */
export const etaOfQueues = (queues: ReadonlyArray<Load>): number | undefined => {
  const open = queues.filter((queue) => leftIn(queue) > 0)
  const working = open.filter(({ isPaused, started }) => !isPaused || started > 0)
  if (working.length === 0) return open.length === 0 ? 0 : undefined
  if (working.some(({ etaSeconds }) => etaSeconds === null)) return undefined
  return Math.max(...working.map(({ etaSeconds }) => etaSeconds ?? 0))
}

/** Returns the longest known estimate of any queue in seconds. All jobs together take at least that long. */
export const longestKnownEta = (queues: ReadonlyArray<Load>): number | undefined => {
  const known = queues.flatMap((queue) =>
    leftIn(queue) > 0 && queue.etaSeconds !== null && queue.etaSeconds > 0 ? [queue.etaSeconds] : []
  )
  return known.length === 0 ? undefined : Math.max(...known)
}
