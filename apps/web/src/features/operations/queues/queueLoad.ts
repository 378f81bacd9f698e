import type { QueueSummary } from "@media/features/app/operations/contract"

type Load = Pick<
  QueueSummary,
  "queued" | "started" | "failed" | "isPaused" | "etaSeconds" | "completedLastHour"
>

export const leftIn = ({ queued, started }: Pick<Load, "queued" | "started">): number => queued + started
/** Why a queue is shown: it is paused, works, or only has failures. All others have nothing to say. */
export const stateOf = (queue: Load): "paused" | "busy" | "failed" | undefined =>
  queue.isPaused ? "paused" : leftIn(queue) > 0 ? "busy" : queue.failed > 0 ? "failed" : undefined

/** 0 to 1: of what it had to do within the last hour. */
export const doneShare = (queue: Load): number => {
  const left = leftIn(queue)
  return left === 0 ? 1 : queue.completedLastHour / (queue.completedLastHour + left)
}

/**
 * Seconds until the last queue is done: 0 when nothing is left, undefined when it is not known. Paused queues do not count
 * unless they are all that is left. The server says the same in its summary.
 */
export const etaOfQueues = (queues: ReadonlyArray<Load>): number | undefined => {
  const open = queues.filter((queue) => leftIn(queue) > 0)
  const working = open.filter(({ isPaused, started }) => !isPaused || started > 0)
  if (working.length === 0) return open.length === 0 ? 0 : undefined
  if (working.some(({ etaSeconds }) => etaSeconds === null)) return undefined
  return Math.max(...working.map(({ etaSeconds }) => etaSeconds ?? 0))
}

/** The longest time that is known of any queue; the whole takes at least as long. */
export const longestKnownEta = (queues: ReadonlyArray<Load>): number | undefined => {
  const known = queues.flatMap((queue) =>
    leftIn(queue) > 0 && queue.etaSeconds !== null && queue.etaSeconds > 0 ? [queue.etaSeconds] : []
  )
  return known.length === 0 ? undefined : Math.max(...known)
}
