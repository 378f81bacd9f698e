/** The attempts of a queue that ended in one minute. */
export interface MinuteOfWork {
  /** Seconds since the minute began. */
  readonly age: number
  /** Number of attempts that ended. */
  readonly settled: number
  /** Total duration of these attempts in milliseconds. Concurrent attempts are counted separately. */
  readonly busyMs: number
  /** Seconds since the first of these attempts ended. */
  readonly firstAge: number
}

export interface Load {
  readonly queued: number
  readonly started: number
  readonly isPaused: boolean
  /** The minutes of the last half hour, newest first. Minutes without work are omitted. */
  readonly minutes: ReadonlyArray<MinuteOfWork>
}

export interface Pace {
  /** Number of jobs that finish per second. Null if unknown. */
  readonly perSecond: number | null
  /** Seconds until the queue is empty at this rate: 0 if the queue is empty, null if the time is unknown. */
  readonly etaSeconds: number | null
}

const MINUTE = 60
/**
 * Maximum length in seconds of the window in which the rate is measured. A longer window would be misleading, because
 * the load of a disk changes within ten minutes.
 */
const longestWindow = 5 * MINUTE
/**
 * Minimum number of finished jobs for a measured rate. With fewer jobs, the rate is estimated from the duration of a
 * job.
 */
const enough = 10
const shortest = 3
const unknown: Pace = { perSecond: null, etaSeconds: null }

/** Returns the jobs per second over the latest consecutive minutes with work. Undefined if too few jobs have ended. */
const measured = (minutes: ReadonlyArray<MinuteOfWork>): number | undefined => {
  let settled = 0
  let begin = 0
  let expected = 2 * MINUTE
  for (const minute of minutes) {
    if (minute.age > expected || minute.age > longestWindow) break
    settled += minute.settled
    begin = minute.firstAge
    expected = minute.age + 1.5 * MINUTE
  }
  return settled >= enough && begin >= shortest ? settled / begin : undefined
}

/**
 * Estimates the speed of a slow queue in jobs per second. Too few of its jobs end to measure the speed. The estimate is
 * therefore the number of running jobs divided by the average duration of a job.
 */
const supposed = ({ minutes, started }: Load): number | undefined => {
  const settled = minutes.reduce((sum, minute) => sum + minute.settled, 0)
  const busyMs = minutes.reduce((sum, minute) => sum + minute.busyMs, 0)
  return settled === 0 || busyMs === 0 || started === 0 ? undefined : (started * settled * 1_000) / busyMs
}

/**
 * Returns the speed and the remaining time of a queue. Unless the queue is empty, both are unknown if it is paused or
 * if no job ended recently.
 */
export const paceOf = (load: Load): Pace => {
  const left = load.queued + load.started
  if (load.isPaused) return left === 0 ? { perSecond: null, etaSeconds: 0 } : unknown
  const perSecond = measured(load.minutes) ?? supposed(load)
  if (perSecond === undefined) return { perSecond: null, etaSeconds: left === 0 ? 0 : null }
  return { perSecond, etaSeconds: left / perSecond }
}

/**
 * Returns the seconds until the last queue is done. A paused queue counts only while some of its jobs are running. Null
 * if only paused queues have work left, or if the remaining time of a counted queue is unknown.
 */
export const etaOf = (
  queues: ReadonlyArray<Pick<Load, "queued" | "started" | "isPaused"> & Pick<Pace, "etaSeconds">>
): number | null => {
  const open = queues.filter(({ queued, started }) => queued + started > 0)
  const working = open.filter(({ isPaused, started }) => !isPaused || started > 0)
  if (working.length === 0) return open.length === 0 ? 0 : null
  return working.reduce<number | null>(
    (longest, { etaSeconds }) =>
      longest === null || etaSeconds === null ? null : Math.max(longest, etaSeconds),
    0
  )
}
