import type { JobRun, JobStatus, QueueSummary } from "@media/features/operations/contract"
import type {
  Delta,
  JobRunPatch,
  JobTotals,
  RatePoint,
  Snapshot
} from "@media/features/operations/live-protocol"
import { shallowRef } from "vue"

/** At most ten redraws a second, whatever the rate of messages: 500 messages a second still leave 60 frames. */
const FLUSH_MS = 100
const RATE_POINTS = 180
/** Older rows are left to the filter: a console open for days must not grow. */
const MOST_ROWS = 1_000
const noTotals: JobTotals = { queued: 0, started: 0, completed: 0, failed: 0, cancelled: 0 }

export interface BoardClock {
  readonly now: () => number
  readonly nextFrame: (callback: () => void) => number
}

/**
 * The job runs as the socket tells them. Rows live in plain maps that Vue does not watch;
 * one counter, `version`, says that something is to be drawn again.
 *
 * While `hold` is on (the pointer or the focus is in the table, or it is scrolled) no row moves: new ones wait.
 */
export const makeJobsBoard = (clock: BoardClock) => {
  const runs = new Map<string, JobRun>()
  const queues = new Map<string, QueueSummary>()
  let order: string[] = []
  let waiting: string[] = []
  let matches: (run: JobRun) => boolean = () => true
  let held = false
  let frozen = false
  let scheduled = false
  let flushedAt = 0

  const version = shallowRef(0)
  const ready = shallowRef(false)
  const viewId = shallowRef("")
  const totals = shallowRef(noTotals)
  /** Runs that match the view, as the server counted them when it sent the snapshot. */
  const total = shallowRef(0)
  const updates = shallowRef(0)
  const rates: RatePoint[] = []
  let latestTotals = noTotals
  let received = 0

  const flush = (): void => {
    scheduled = false
    if (frozen) return
    if (clock.now() - flushedAt < FLUSH_MS) return schedule()
    flushedAt = clock.now()
    if (!held) settle()
    totals.value = latestTotals
    updates.value = received
    version.value += 1
  }
  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    clock.nextFrame(flush)
  }
  /** Lets waiting rows in at the top and rows that left the view go. */
  const settle = (): void => {
    if (waiting.length > 0) {
      order = [...waiting, ...order]
      waiting = []
    }
    order = order.filter((id) => {
      const run = runs.get(id)
      return run !== undefined && matches(run)
    })
    for (const id of order.splice(MOST_ROWS)) runs.delete(id)
  }

  const applyRun = (patch: JobRunPatch): void => {
    const known = runs.get(patch.id)
    if (known) {
      if (patch.rev > known.rev) runs.set(patch.id, { ...known, ...patch })
      return
    }
    if (patch.queueName === undefined || patch.status === undefined) return
    const run = patch as JobRun
    if (!matches(run)) return
    runs.set(run.id, run)
    waiting.unshift(run.id)
  }

  return {
    version,
    ready,
    viewId,
    totals,
    total,
    updates,
    run: (id: string): JobRun | undefined => runs.get(id),
    ids: (): ReadonlyArray<string> => order,
    waitingCount: (): number => waiting.length,
    queues: (): ReadonlyArray<QueueSummary> => [...queues.values()],
    rates: (): ReadonlyArray<RatePoint> => rates,

    applySnapshot: (message: Snapshot): void => {
      const jobs = message.jobs
      if (!jobs || (viewId.value !== "" && jobs.viewId !== viewId.value)) return
      runs.clear()
      queues.clear()
      waiting = []
      for (const run of jobs.runs) runs.set(run.id, run)
      for (const queue of jobs.queues) queues.set(queue.name, queue)
      order = jobs.runs.map((run) => run.id)
      rates.splice(0, rates.length, ...jobs.rates.slice(-RATE_POINTS))
      latestTotals = jobs.totals
      total.value = jobs.total
      totals.value = jobs.totals
      ready.value = true
      version.value += 1
    },

    applyDelta: (message: Delta): void => {
      for (const patch of message.runs ?? []) applyRun(patch)
      for (const id of message.removedRuns ?? []) {
        runs.delete(id)
        waiting = waiting.filter((other) => other !== id)
      }
      for (const patch of message.queues ?? []) {
        const known = queues.get(patch.name)
        if (known) queues.set(patch.name, { ...known, ...patch })
      }
      if (message.rate) rates.splice(0, Math.max(0, rates.push(message.rate) - RATE_POINTS))
      if (message.totals) latestTotals = message.totals
      received += message.runs?.length ?? 0
      schedule()
    },

    /** An answer of the HTTP API about one run; it may be older than what the socket said. */
    applyRun: (run: JobRun): void => {
      if (runs.has(run.id)) applyRun(run)
      schedule()
    },

    /** Begins another view: rows of the old one stay until the snapshot of the new one comes. */
    expectView: (id: string, matcher: (run: JobRun) => boolean): void => {
      viewId.value = id
      matches = matcher
    },
    hold: (on: boolean): void => {
      held = on
      if (!on) schedule()
    },
    showWaiting: (): void => {
      settle()
      version.value += 1
    },
    /** Stops the screen, not the counting. */
    freeze: (on: boolean): void => {
      frozen = on
      if (!on) schedule()
    }
  }
}

export type JobsBoard = ReturnType<typeof makeJobsBoard>
export type { JobStatus }
