import type { JobRun, QueueSummary } from "@media/features/app/operations/contract"
import type {
  Delta,
  JobRunPatch,
  JobTotals,
  RatePoint,
  Snapshot
} from "@media/features/app/operations/live-protocol"
import { computed, shallowRef, type ShallowRef } from "vue"
import { isActive } from "./activeOrder"
import { makePacer, type PacerClock } from "./pacer"

const RATE_POINTS = 180
/**
 * Maximum number of rows. Rows beyond this number are dropped, so that memory use does not grow while the page is open
 * for days.
 */
const MOST_ROWS = 1_000
const noTotals: JobTotals = { queued: 0, started: 0, completed: 0, failed: 0, retrying: 0, cancelled: 0 }

type ViewStatus = keyof Omit<JobTotals, "retrying"> | "active"

interface Row {
  latest: JobRun
  /** Incremented when this row changes. Only the component that displays the row watches this counter. */
  readonly version: ShallowRef<number>
  /**
   * True if the row is in the displayed order or waiting to be added. Other rows are no longer in the view, but an open
   * panel may still show them.
   */
  isListed: boolean
}

export interface BoardOptions {
  /** Compares runs in the order of the server's list. Without this function, new runs come first. */
  readonly order?: (one: JobRun, other: JobRun) => number
}

/**
 * Creates a store of job runs. The live connection updates this store. Rows are in a plain map that Vue does not watch.
 * To make components update, each flush increments `version` and the version of each changed row. If the order changed,
 * the flush also replaces `order`. The board is held while the pointer or the focus is in the table, or while the table
 * is scrolled. While the board is held, rows do not move, and new rows wait.
 */
export const makeJobsBoard = (clock: PacerClock, { order: compare }: BoardOptions = {}) => {
  const rows = new Map<string, Row>()
  const changed = new Set<Row>()
  const queues = new Map<string, QueueSummary>()
  let queuesChanged = false
  let waiting: string[] = []
  let matches: (run: JobRun) => boolean = () => true
  /**
   * The last row of a truncated snapshot. The server has more rows after it that the board does not know, so the
   * board shows nothing after this row.
   */
  let edge: JobRun | undefined
  let held = false
  let frozen = false

  const version = shallowRef(0)
  const queuesVersion = shallowRef(0)
  const order = shallowRef<ReadonlyArray<string>>([])
  const ready = shallowRef(false)
  const viewId = shallowRef("")
  const totals = shallowRef(noTotals)
  /** Number of runs that matched the view at the time of the snapshot, as counted by the server. */
  const total = shallowRef(0)
  /** Numbers of jobs, keyed by status, that match the view's filter without its status condition. */
  const viewTotals = shallowRef(noTotals)
  const viewStatus = shallowRef<ViewStatus>()
  /** The current number of runs that match the view. */
  const viewCount = computed(() => {
    const { completed, failed, queued, retrying, started, cancelled } = viewTotals.value
    if (viewStatus.value === undefined) return queued + started + completed + failed + cancelled
    return viewStatus.value === "active" ? queued + started + retrying : viewTotals.value[viewStatus.value]
  })
  const rates: RatePoint[] = []
  let latestTotals = noTotals
  let latestViewTotals = noTotals

  const publish = (): void => {
    totals.value = latestTotals
    viewTotals.value = latestViewTotals
    for (const row of changed) row.version.value += 1
    changed.clear()
    if (queuesChanged) queuesVersion.value += 1
    queuesChanged = false
    version.value += 1
  }
  const pacer = makePacer(clock, () => {
    if (frozen) return
    if (!held) settle()
    publish()
  })
  const schedule = (): void => {
    if (!frozen) pacer.schedule()
  }
  const forget = (id: string): void => {
    const row = rows.get(id)
    if (row) changed.add(row)
    rows.delete(id)
  }
  /** Sorts ids, and removes ids of runs that come after `edge`. */
  const sorted = (ids: string[]): string[] => {
    if (!compare) return ids
    const listed = ids.flatMap((id) => rows.get(id)?.latest ?? [])
    const known = edge === undefined ? listed : listed.filter((run) => compare(run, edge!) <= 0)
    return known.sort(compare).map((run) => run.id)
  }
  /** Adds waiting rows, and removes rows that are no longer in the view. */
  const settle = (): void => {
    const candidates = new Set([...waiting, ...order.value])
    waiting = []
    const matching: string[] = []
    for (const id of candidates) {
      const row = rows.get(id)
      if (row) row.isListed = matches(row.latest)
      if (row?.isListed) matching.push(id)
    }
    const next = sorted(matching)
    const shown = new Set(next)
    for (const id of matching) if (!shown.has(id)) rows.get(id)!.isListed = false
    next.splice(MOST_ROWS).forEach(forget)
    // Does not publish an unchanged order, because publishing would compare all rows again.
    if (next.length !== order.value.length || next.some((id, index) => id !== order.value[index]))
      order.value = next
    for (const [id, row] of rows) {
      if (rows.size <= 2 * MOST_ROWS) break
      if (!row.isListed) forget(id)
    }
  }

  const isBeyond = (run: JobRun): boolean =>
    edge !== undefined && compare !== undefined && compare(run, edge) > 0

  const applyRun = (patch: JobRunPatch): void => {
    const known = rows.get(patch.id)
    if (!known && (patch.queueName === undefined || patch.status === undefined)) return
    if (known && patch.rev <= known.latest.rev) return
    const run = { ...known?.latest, ...patch } as JobRun
    const isNew = !known?.isListed && matches(run) && !isBeyond(run)
    if (known) {
      known.latest = run
      known.isListed ||= isNew
      changed.add(known)
    } else if (isNew) rows.set(run.id, { latest: run, version: shallowRef(0), isListed: true })
    if (isNew) waiting.unshift(run.id)
  }

  return {
    version,
    ready,
    viewId,
    totals,
    total,
    viewTotals,
    viewCount,
    /** Returns a run. A component that calls this function is updated only when this row changes. */
    run: (id: string): JobRun | undefined => {
      const row = rows.get(id)
      void (row?.version ?? version).value
      return row?.latest
    },
    ids: (): ReadonlyArray<string> => order.value,
    waitingCount: (): number => waiting.length,
    queues: (): ReadonlyArray<QueueSummary> => (void queuesVersion.value, [...queues.values()]),
    rates: (): ReadonlyArray<RatePoint> => rates,

    applySnapshot: (message: Snapshot): void => {
      const jobs = message.jobs
      if (!jobs || (viewId.value !== "" && jobs.viewId !== viewId.value)) return
      const listed = new Set(jobs.runs.map((run) => run.id))
      for (const id of [...rows.keys()]) if (!listed.has(id)) forget(id)
      queues.clear()
      waiting = []
      for (const run of jobs.runs) {
        const row = rows.get(run.id)
        if (row === undefined) rows.set(run.id, { latest: run, version: shallowRef(0), isListed: true })
        else {
          row.isListed = true
          // Skips unchanged rows, because a busy console receives a new snapshot every few seconds.
          if (run.rev < row.latest.rev || JSON.stringify(row.latest) === JSON.stringify(run)) continue
          row.latest = run
          changed.add(row)
        }
      }
      edge = jobs.total > jobs.runs.length ? jobs.runs.at(-1) : undefined
      for (const queue of jobs.queues) queues.set(queue.name, queue)
      queuesChanged = true
      order.value = jobs.runs.map((run) => run.id)
      rates.splice(0, rates.length, ...jobs.rates.slice(-RATE_POINTS))
      latestTotals = jobs.totals
      latestViewTotals = jobs.viewTotals
      total.value = jobs.total
      ready.value = true
      publish()
    },

    applyDelta: (message: Delta): void => {
      for (const patch of message.runs ?? []) applyRun(patch)
      for (const id of message.removedRuns ?? []) {
        forget(id)
        waiting = waiting.filter((other) => other !== id)
      }
      for (const patch of message.queues ?? []) {
        const known = queues.get(patch.name)
        if (!known) continue
        queues.set(patch.name, { ...known, ...patch })
        queuesChanged = true
      }
      if (message.rate) rates.splice(0, Math.max(0, rates.push(message.rate) - RATE_POINTS))
      if (message.totals) latestTotals = message.totals
      if (message.viewTotals) latestViewTotals = message.viewTotals
      pacer.count(message.runs?.length ?? 0)
      schedule()
    },

    /** Applies a run from an HTTP response. The run may be older than the version from the live connection. */
    applyRun: (run: JobRun): void => {
      if (rows.has(run.id)) applyRun(run)
      schedule()
    },

    /** Switches to another view. The board shows the old rows until the snapshot of the new view arrives. */
    expectView: (id: string, matcher: (run: JobRun) => boolean, status?: ViewStatus): void => {
      viewId.value = id
      viewStatus.value = status
      matches = matcher
    },
    hold: (on: boolean): void => {
      held = on
      if (!on) schedule()
    },
    showWaiting: (): void => {
      settle()
      publish()
    },
    /** Returns the number of listed jobs that are known to be active. */
    activeCount: (): number => {
      let count = 0
      for (const id of order.value) {
        const row = rows.get(id)
        if (row && isActive(row.latest)) count += 1
      }
      return count
    },
    isHeld: (): boolean => held || frozen,
    /** Freezes the display. The board still counts changes. */
    freeze: (on: boolean): void => {
      frozen = on
      if (!on) schedule()
    }
  }
}

export type JobsBoard = ReturnType<typeof makeJobsBoard>
