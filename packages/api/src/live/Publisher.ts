import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { feedEnd, readFeed, skipFeed, type FeedBatch, type FeedCursor } from "@media/event-store/EventFeed"
import type { EventRegistry } from "@media/event-store/EventRegistry"
import type { JobProgress } from "@media/features/app/operations/contract"
import type { RatePoint } from "@media/features/app/operations/live-protocol"
import type { JobTotals } from "@media/features/app/operations/live-protocol"
import { hideNames } from "@media/features/app/operations/hiddenNames"
import type { JobRun } from "@media/jobs/JobRun"
import { byIds, totalsOf } from "@media/jobs/JobRuns"
import { queueSummaries, type QueueSummary } from "@media/jobs/QueueSummaries"
import { now, toTimestamp } from "@media/kernel/Timestamp"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import { type CountedView, totalsFor } from "./JobsFilter.ts"
import {
  noChanges,
  collectEvent,
  collectJobEvent,
  collectOwn,
  type ChangeSet,
  type RawChanges
} from "./ChangeSet.ts"

const feedLimit = 1_000
/**
 * Maximum number of run rows to read per poll. If more runs changed, displayed runs are read first, then the newest
 * ones. The job totals are exact in any case.
 */
const maxRunsPerPoll = 500
const ratePoints = 180
/**
 * Maximum number of unpublished ids. When it is reached, the publisher stops reading the event log until they are
 * published.
 */
const maxPendingIds = 50_000
const ringMillis = 60_000
const ringLength = 5_000
const summaryMillis = 500
/**
 * Maximum share of time that the publisher spends on counting jobs: the longer a count takes, the longer the pause
 * after it. Counting 100,000 runs takes 45 ms. Counting the runs that match a text takes 38 ms more.
 */
const summaryShare = 0.1

type Progress = typeof JobProgress.Type

/**
 * Follows the event log and combines its entries into numbered change sets. Each process has one publisher. Its `epoch`
 * distinguishes it from the publishers of other processes, whose numbers mean different changes. Numbers follow the
 * order of publication, which can differ from the order of log positions.
 */
export class Publisher {
  readonly epoch = randomBytes(9).toString("base64url")
  seq = 0
  readonly rates: Array<RatePoint> = []
  private readonly ring: Array<{ readonly set: ChangeSet; readonly at: number }> = []
  private cursor: FeedCursor | undefined
  /**
   * Changes that were read from the event log but not published yet. They are kept if a later statement of the same
   * poll fails.
   */
  private pending = noChanges()
  private progress = new Map<string, Progress>()
  private summaries: ReadonlyArray<QueueSummary> = []
  private summarisedAt = 0
  private summaryWait = summaryMillis
  private isSummaryDue = false
  private second = { at: 0, completed: 0, failed: 0 }

  recordProgress(payload: string): void {
    const { progress } = JSON.parse(payload) as {
      progress?: ReadonlyArray<Progress & { readonly id: string }>
    }
    for (const { id, ...rest } of progress ?? []) this.progress.set(id, rest)
  }

  recordOwn(payload: string): void {
    collectOwn(this.pending, payload)
  }

  /** Returns the change sets after number `since`, or undefined if the ring buffer no longer contains all of them. */
  since(since: number): ReadonlyArray<ChangeSet> | undefined {
    if (since === this.seq) return []
    const first = this.ring[0]
    if (since > this.seq || first === undefined || first.set.seq > since + 1) return undefined
    return this.ring.filter(({ set }) => set.seq > since).map(({ set }) => set)
  }

  /**
   * Moves the cursor to the end of the event log without reading the entries. Used while no client is connected,
   * because any client that connects later gets a snapshot. If a client connects during the query, the cursor does not
   * move, so nothing is skipped. The snapshot of that client includes only changes that were committed before its hello
   * message.
   */
  skipAhead(hasReceivers: () => boolean) {
    const self = this
    return Effect.gen(function* () {
      const hadPending = pendingIds(self.pending) > 0
      const before = self.cursor ?? (yield* feedEnd)
      const end = yield* skipFeed(before)
      if (hasReceivers()) return
      self.cursor = end
      self.progress.clear()
      self.pending = noChanges()
      self.isSummaryDue = true
      if (self.cursor === before && !hadPending) return
      self.seq += 1
      self.ring.length = 0
    })
  }

  /**
   * Makes the next poll count jobs. Called when a client resumes, because the last counts may be outdated or may not
   * cover its view.
   */
  requestSummary(): void {
    this.isSummaryDue = true
  }

  /**
   * Reads new entries of the event log and publishes them as a change set. Returns undefined if nothing changed. If a
   * poll fails after it has read entries, the next poll publishes their changes.
   * - `displayed` contains the ids of the runs that clients display.
   * - `views` contains the filters by which to count jobs, keyed by `filterKey`.
   * - `hiding` is a connected principal who must not see the names of NSFW items, or undefined if no such principal is
   *   connected.
   */
  poll(
    displayed: ReadonlySet<string>,
    views: ReadonlyMap<string, CountedView> = new Map(),
    hiding?: Principal
  ) {
    const self = this
    return Effect.gen(function* () {
      yield* self.read()
      const changes = self.pending
      const runs = yield* self.readRuns(changes.runIds, displayed)
      const runsWithoutNames =
        hiding === undefined ? undefined : byId(yield* hideNames(hiding, [...runs.values()]))
      const removedRuns = new Set([
        ...changes.purgedIds,
        ...[...changes.runIds].filter((id) => displayed.has(id) && !runs.has(id))
      ])
      const summary = yield* self.summarise(changes.isQueueChange, views)
      self.pending = noChanges()
      const rate = self.tick(changes)
      const progress = self.progress
      self.progress = new Map()
      const isQuiet =
        runs.size + removedRuns.size + progress.size + changes.itemIds.size === 0 &&
        changes.topics.size + changes.own.size === 0 &&
        !changes.isEveryItem &&
        rate === undefined &&
        summary === undefined
      if (isQuiet) return undefined
      const set: ChangeSet = {
        seq: ++self.seq,
        at: toTimestamp(now()),
        runs,
        runsWithoutNames,
        removedRuns,
        progress,
        itemIds: changes.itemIds,
        hiddenIds: changes.hiddenIds,
        isEveryItem: changes.isEveryItem,
        topics: changes.topics,
        own: changes.own,
        ...summary,
        rate
      }
      self.remember(set)
      return set
    })
  }

  private read(): Effect.Effect<void, SqlError, SqlClient.SqlClient | EventRegistry> {
    const self = this
    return Effect.gen(function* () {
      let cursor = self.cursor
      if (cursor === undefined) {
        cursor = yield* feedEnd
        // This is the first read of the log position. Changes since the first client connected are unknown, so clients
        // are told to reload all items.
        self.pending.isEveryItem = true
      }
      while (pendingIds(self.pending) < maxPendingIds) {
        const batch: FeedBatch = yield* readFeed(cursor, feedLimit)
        for (const event of batch.events) collectEvent(self.pending, event)
        for (const row of batch.raw) collectJobEvent(self.pending, row)
        cursor = self.cursor = batch.cursor
        if (!batch.isFull) return
      }
    })
  }

  private readRuns(ids: ReadonlySet<string>, displayed: ReadonlySet<string>) {
    const newest = [...ids].sort().reverse()
    const wanted =
      ids.size <= maxRunsPerPoll
        ? newest
        : [...newest.filter((id) => displayed.has(id)), ...newest].slice(0, maxRunsPerPoll + displayed.size)
    return Effect.map(byIds([...new Set(wanted)]), byId)
  }

  private tick(changes: RawChanges): RatePoint | undefined {
    const second = Math.floor(performance.now() / 1000)
    const finished = this.second
    if (second === finished.at) {
      finished.completed += changes.completed
      finished.failed += changes.failed
      return undefined
    }
    this.second = { at: second, completed: changes.completed, failed: changes.failed }
    const point = { at: toTimestamp(now()), completed: finished.completed, failed: finished.failed }
    const last = this.rates.at(-1)
    // When no more jobs end, a single point of zeros is sent, and then none until jobs end again.
    if (point.completed + point.failed === 0 && (last === undefined || last.completed + last.failed === 0))
      return undefined
    this.rates.push(point)
    if (this.rates.length > ratePoints) this.rates.shift()
    return point
  }

  private summarise(isChanged: boolean, views: ReadonlyMap<string, CountedView>) {
    const self = this
    return Effect.gen(function* () {
      self.isSummaryDue ||= isChanged
      if (!self.isSummaryDue || performance.now() - self.summarisedAt < self.summaryWait) return undefined
      const begin = performance.now()
      const before = new Map(self.summaries.map((queue) => [queue.name, JSON.stringify(queue)]))
      const next = yield* queueSummaries()
      const counts = new Map<string, JobTotals>()
      counts.set("", yield* totalsOf({}))
      for (const [key, view] of views) if (key !== "") counts.set(key, yield* totalsFor(view))
      self.isSummaryDue = false
      self.summarisedAt = performance.now()
      self.summaryWait = Math.max(summaryMillis, (self.summarisedAt - begin) / summaryShare)
      self.summaries = next
      return {
        totals: counts.get(""),
        viewTotals: counts,
        queues: next.filter((queue) => before.get(queue.name) !== JSON.stringify(queue))
      }
    })
  }

  private remember(set: ChangeSet): void {
    const at = performance.now()
    this.ring.push({ set, at })
    while (this.ring.length > ringLength || (this.ring[0] !== undefined && at - this.ring[0].at > ringMillis))
      this.ring.shift()
  }
}

const byId = (runs: ReadonlyArray<JobRun>) => new Map(runs.map((run) => [run.id, run]))

const pendingIds = ({ itemIds, own, purgedIds, runIds }: RawChanges): number =>
  runIds.size + purgedIds.size + itemIds.size + own.size
