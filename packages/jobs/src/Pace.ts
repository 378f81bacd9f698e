/** What a queue did in one minute. */
export interface MinuteOfWork {
  /** Seconds from when the minute began until now. */
  readonly age: number
  /** Attempts that ended. */
  readonly settled: number
  /** How long they took, summed over those beside each other. */
  readonly busyMs: number
  /** Seconds from when the first of them ended until now. */
  readonly firstAge: number
}

export interface Load {
  readonly queued: number
  readonly started: number
  readonly isPaused: boolean
  /** Of the last half an hour, newest first; minutes without work are left out. */
  readonly minutes: ReadonlyArray<MinuteOfWork>
}

export interface Pace {
  /** Jobs that end in a second; null when it is not known. */
  readonly perSecond: number | null
  /** Seconds until nothing is left, at this pace; 0 when nothing is, null when it is not known. */
  readonly etaSeconds: number | null
}

const MINUTE = 60
/** The longest look back: a disk that was busy ten minutes ago says little. */
const longestWindow = 5 * MINUTE
/** Fewer say too little about a rate: then it is the time that one job took. */
const enough = 10
const shortest = 3
const unknown: Pace = { perSecond: null, etaSeconds: null }

/** Ends per second over the minutes up to now that follow each other without a gap. */
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

/** By how long one took and how many run; of a queue that works slowly nothing else is known. */
const supposed = ({ minutes, started }: Load): number | undefined => {
  const settled = minutes.reduce((sum, minute) => sum + minute.settled, 0)
  const busyMs = minutes.reduce((sum, minute) => sum + minute.busyMs, 0)
  return settled === 0 || busyMs === 0 || started === 0 ? undefined : (started * settled * 1_000) / busyMs
}

/** How fast a queue works and how long it still needs. A pause, or a queue of which nothing ended lately, is unknown. */
export const paceOf = (load: Load): Pace => {
  const left = load.queued + load.started
  if (load.isPaused) return left === 0 ? { perSecond: null, etaSeconds: 0 } : unknown
  const perSecond = measured(load.minutes) ?? supposed(load)
  if (perSecond === undefined) return { perSecond: null, etaSeconds: left === 0 ? 0 : null }
  return { perSecond, etaSeconds: left / perSecond }
}

/**
 * Until the last queue is done. Paused queues do not count, unless they are all that is left; one that works and does
 * not know its end makes the whole unknown.
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
