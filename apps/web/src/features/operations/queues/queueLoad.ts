import type { QueueSummary } from "@media/features/app/operations/contract"

type Load = Pick<
  QueueSummary,
  "queued" | "started" | "failed" | "isPaused" | "etaSeconds" | "completedLastHour"
>

export const leftIn = ({ queued, started }: Pick<Load, "queued" | "started">): number => queued + started
/** The reason for showing a queue: it is paused, active, or only has failures. Other queues are hidden. */
export const stateOf = (queue: Load): "paused" | "busy" | "failed" | undefined =>
  queue.isPaused ? "paused" : leftIn(queue) > 0 ? "busy" : queue.failed > 0 ? "failed" : undefined

/** The finished share of the last hour's jobs and the remaining jobs, 0 to 1. */
export const doneShare = (queue: Load): number => {
  const left = leftIn(queue)
  return left === 0 ? 1 : queue.completedLastHour / (queue.completedLastHour + left)
}

/**
 * Seconds until the last queue finishes: 0 if nothing is left, undefined if unknown. Paused queues count only if all
 * others have finished. The server's summary uses the same rule.
 */
export const etaOfQueues = (queues: ReadonlyArray<Load>): number | undefined => {
  const open = queues.filter((queue) => leftIn(queue) > 0)
  const working = open.filter(({ isPaused, started }) => !isPaused || started > 0)
  if (working.length === 0) return open.length === 0 ? 0 : undefined
  if (working.some(({ etaSeconds }) => etaSeconds === null)) return undefined
  return Math.max(...working.map(({ etaSeconds }) => etaSeconds ?? 0))
}

/** The longest known estimate of a queue, which is a lower bound for all jobs together. */
export const longestKnownEta = (queues: ReadonlyArray<Load>): number | undefined => {
  const known = queues.flatMap((queue) =>
    leftIn(queue) > 0 && queue.etaSeconds !== null && queue.etaSeconds > 0 ? [queue.etaSeconds] : []
  )
  return known.length === 0 ? undefined : Math.max(...known)
}
