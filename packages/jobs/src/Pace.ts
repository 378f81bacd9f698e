/** The work of a queue in one minute. */
export interface MinuteOfWork {
  /** Seconds since the minute began. */
  readonly age: number
  /** Number of attempts that ended. */
  readonly settled: number
  /** Total duration of those attempts, counting concurrent ones separately. */
  readonly busyMs: number
  /** Seconds since the first of them ended. */
  readonly firstAge: number
}

export interface Load {
  readonly queued: number
  readonly started: number
  readonly isPaused: boolean
  /** The last half hour, newest first; minutes without work are omitted. */
  readonly minutes: ReadonlyArray<MinuteOfWork>
}

export interface Pace {
  /** Jobs finished per second; null if unknown. */
  readonly perSecond: number | null
  /** Seconds until the queue is empty at this rate; 0 if it is empty, null if unknown. */
  readonly etaSeconds: number | null
}

const MINUTE = 60
/** The longest window: a busy disk ten minutes ago indicates little about now. */
const longestWindow = 5 * MINUTE
/** With fewer jobs than this a rate is unreliable, so the estimate uses the duration of one job. */
const enough = 10
const shortest = 3
const unknown: Pace = { perSecond: null, etaSeconds: null }

/** Jobs per second over the latest consecutive minutes without a gap. */
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
 * An estimate from the duration of one job and the number of running jobs, which is all that is known about a slow
 * queue.
 */
const supposed = ({ minutes, started }: Load): number | undefined => {
  const settled = minutes.reduce((sum, minute) => sum + minute.settled, 0)
  const busyMs = minutes.reduce((sum, minute) => sum + minute.busyMs, 0)
  return settled === 0 || busyMs === 0 || started === 0 ? undefined : (started * settled * 1_000) / busyMs
}

/** The speed of a queue and the remaining time. Unknown for a paused queue, or if no job ended recently. */
export const paceOf = (load: Load): Pace => {
  const left = load.queued + load.started
  if (load.isPaused) return left === 0 ? { perSecond: null, etaSeconds: 0 } : unknown
  const perSecond = measured(load.minutes) ?? supposed(load)
  if (perSecond === undefined) return { perSecond: null, etaSeconds: left === 0 ? 0 : null }
  return { perSecond, etaSeconds: left / perSecond }
}

/**
 * Time until the last queue is done. Paused queues do not count, unless only paused queues have work left. A working
 * queue with an unknown end makes the total unknown.
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
