import type { JobRun } from "@media/features/operations/contract"
import type { Delta, JobRunPatch, JobsView, QueuePatch } from "@media/features/operations/live-protocol"
import type { ChangeSet } from "./ChangeSet.ts"

/** Ids kept to be checked one by one; with more, the receiver is sent `many`, whichever of them it may see. */
const maxVideoIds = 5_000
/** Twice the longest list a client may show; of a day's 100,000 runs only these are watched for leaving the view. */
const maxDisplayed = 1_000

export type DeltaBody = Omit<Delta, "t" | "seq" | "from" | "at" | "videos">

export interface Pending {
  readonly body: DeltaBody
  readonly videoIds: ReadonlyArray<string>
  readonly isManyVideos: boolean
}

/** What one receiver is still to be sent, merged: however much happens, it holds a run only once. */
export class Outbox {
  /** Runs on this receiver's screen, with the revision it has. */
  readonly displayed = new Map<string, number>()
  private runs = new Map<string, JobRun>()
  private removed = new Set<string>()
  private progress = new Map<string, NonNullable<JobRun["progress"]>>()
  private queues = new Map<string, QueuePatch>()
  private videoIds = new Set<string>()
  private isAnyVideo = false
  private rest: Pick<Delta, "totals" | "rate" | "libraries" | "settings"> = {}

  add(set: ChangeSet, view: JobsView | undefined): void {
    if (view !== undefined) {
      for (const [id, run] of set.runs) this.addRun(id, run, view)
      for (const id of set.removedRuns) if (this.displayed.delete(id)) this.removed.add(id)
      for (const [id, progress] of set.progress) if (this.displayed.has(id)) this.progress.set(id, progress)
      for (const queue of set.queues ?? []) this.queues.set(queue.name, queue)
      if (set.totals !== undefined) this.rest = { ...this.rest, totals: set.totals }
      if (set.rate !== undefined) this.rest = { ...this.rest, rate: set.rate }
    }
    for (const id of set.videoIds) if (this.videoIds.size <= maxVideoIds) this.videoIds.add(id)
    // A library that was removed, or became NSFW, hides videos that no event names.
    if (set.isLibraryChange) this.addRights()
    if (set.isSettingsChange) this.rest = { ...this.rest, settings: true }
  }

  /** Records that the receiver has this run; the one recorded longest ago is evicted. */
  show({ id, rev }: Pick<JobRun, "id" | "rev">): void {
    this.displayed.delete(id)
    this.displayed.set(id, rev)
    if (this.displayed.size > maxDisplayed) this.displayed.delete(this.displayed.keys().next().value!)
  }

  get size(): number {
    return this.runs.size + this.removed.size
  }

  /**
   * Takes everything pending. The changed videos are separate: their visibility is checked before
   * they are sent. Undefined when there was nothing.
   */
  take(): Pending | undefined {
    const ids = [...this.videoIds]
    const runs = [...this.runs.values()] as Array<JobRunPatch>
    for (const [id, progress] of this.progress) {
      const rev = this.displayed.get(id)
      if (rev !== undefined && !this.runs.has(id)) runs.push({ id, rev, progress })
    }
    const body: DeltaBody = {
      ...this.rest,
      ...(runs.length > 0 ? { runs } : {}),
      ...(this.removed.size > 0 ? { removedRuns: [...this.removed] } : {}),
      ...(this.queues.size > 0 ? { queues: [...this.queues.values()] } : {})
    }
    const isManyVideos = this.isAnyVideo || ids.length > maxVideoIds
    this.clear()
    if (Object.keys(body).length + ids.length === 0 && !isManyVideos) return undefined
    return { body, videoIds: isManyVideos ? [] : ids, isManyVideos }
  }

  clear(): void {
    this.runs = new Map()
    this.removed = new Set()
    this.progress = new Map()
    this.queues = new Map()
    this.videoIds = new Set()
    this.isAnyVideo = false
    this.rest = {}
  }

  /** What the receiver may see has changed: everything it displays has to be read again. */
  addRights(): void {
    this.isAnyVideo = true
    this.rest = { ...this.rest, libraries: true }
  }

  private addRun(id: string, run: JobRun, view: JobsView): void {
    if (matchesView(run, view)) {
      this.removed.delete(id)
      this.runs.set(id, run)
      this.show(run)
    } else if (this.displayed.delete(id)) {
      this.runs.delete(id)
      this.removed.add(id)
    }
  }
}

/** The same conditions as the list's own filter, on a row in memory. */
export const matchesView = (run: JobRun, view: JobsView): boolean =>
  (view.status === undefined || run.status === view.status) &&
  (view.queue === undefined || run.queueName === view.queue) &&
  (view.q === undefined ||
    view.q === run.id ||
    view.q === run.targetId ||
    (run.targetLabel ?? "").toLowerCase().includes(view.q.toLowerCase()))
