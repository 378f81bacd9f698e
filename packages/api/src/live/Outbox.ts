import type { JobRun } from "@media/features/app/operations/contract"
import type {
  Delta,
  IdChange,
  JobRunPatch,
  JobsView,
  QueuePatch
} from "@media/features/app/operations/live-protocol"
import { ownsIds, rightsTopics, type ChangeSet } from "./ChangeSet.ts"
import { filterKey, matchesView } from "./JobsFilter.ts"

/**
 * Maximum number of item ids whose visibility is checked. If more items changed, the client is told to reload all
 * items.
 */
const maxItemIds = 5_000
/**
 * Maximum number of ids per topic in a message. If more objects changed, the message contains `many: true` instead of
 * ids.
 */
const maxSentIds = 200
/**
 * Maximum number of displayed runs to track per client: twice the length of the longest list that a client may request.
 * Only tracked runs can be reported as removed from the view. The limit keeps memory bounded, because a day may have
 * 100,000 runs.
 */
const maxDisplayed = 1_000

export type DeltaBody = Omit<Delta, "t" | "seq" | "from" | "at" | "items">

export interface Pending {
  readonly body: DeltaBody
  /**
   * Ids of changed items, which are sent only if the client may see them. Empty if `body` tells the client to reload
   * all items.
   */
  readonly itemIds: ReadonlyArray<string>
  /** Ids in `itemIds` of items that the change may have hidden from the client. */
  readonly hiddenIds: ReadonlyArray<string>
  /**
   * Ids of the items in `body.own`. Their visibility is checked too, because an account may have user state for an item
   * that it can no longer see.
   */
  readonly ownIds: ReadonlyArray<string>
}

/** The merged pending changes of one client. Each run is included only once, however often it changed. */
export class Outbox {
  /** Ids of the runs that the client displays, mapped to the displayed revision. */
  readonly displayed = new Map<string, number>()
  private readonly accountId: string
  private runs = new Map<string, JobRun>()
  private removed = new Set<string>()
  private progress = new Map<string, NonNullable<JobRun["progress"]>>()
  private queues = new Map<string, QueuePatch>()
  private itemIds = new Set<string>()
  private hiddenIds = new Set<string>()
  private isEveryItem = false
  private topics = new Set<string>()
  private own = new Map<string, Set<string>>()
  private rest: Pick<Delta, "totals" | "viewTotals" | "rate"> = {}

  constructor(accountId: string) {
    this.accountId = accountId
  }

  /**
   * Adds a change set. `view` is undefined if the client may not see jobs or does not display them. `hears` returns
   * true for topics that the client is allowed to receive.
   */
  add(set: ChangeSet, view: JobsView | undefined, hears: (topic: string) => boolean = () => true): void {
    if (view !== undefined) {
      for (const [id, run] of set.runs) this.addRun(id, run, view)
      for (const id of set.removedRuns) if (this.displayed.delete(id)) this.removed.add(id)
      for (const [id, progress] of set.progress) if (this.displayed.has(id)) this.progress.set(id, progress)
      for (const queue of set.queues ?? []) this.queues.set(queue.name, queue)
      if (set.totals !== undefined) this.rest = { ...this.rest, totals: set.totals }
      const viewTotals = set.viewTotals?.get(filterKey(view))
      if (viewTotals !== undefined) this.rest = { ...this.rest, viewTotals }
      if (set.rate !== undefined) this.rest = { ...this.rest, rate: set.rate }
    }
    for (const id of set.itemIds) if (this.itemIds.size <= maxItemIds) this.itemIds.add(id)
    for (const id of set.hiddenIds) if (this.hiddenIds.size <= maxItemIds) this.hiddenIds.add(id)
    this.isEveryItem ||= set.isEveryItem
    for (const topic of set.topics) if (hears(topic)) this.topics.add(topic)
    for (const [topic, ids] of set.own.get(this.accountId) ?? []) {
      const known = this.own.get(topic) ?? new Set()
      this.own.set(topic, known)
      for (const id of ids) if (known.size <= maxSentIds) known.add(id)
    }
  }

  /** Records that the client displays this run. Forgets the oldest run if too many are recorded. */
  show({ id, rev }: Pick<JobRun, "id" | "rev">): void {
    this.displayed.delete(id)
    this.displayed.set(id, rev)
    if (this.displayed.size > maxDisplayed) this.displayed.delete(this.displayed.keys().next().value!)
  }

  get size(): number {
    return this.runs.size + this.removed.size
  }

  /**
   * Removes and returns the pending changes, or returns undefined if there are none. Changed items are not part of
   * `body`, because their visibility must be checked before they are sent.
   */
  take(): Pending | undefined {
    const isEveryItem = this.isEveryItem || this.itemIds.size > maxItemIds
    const itemIds = isEveryItem ? [] : [...this.itemIds]
    const hiddenIds = isEveryItem ? [] : [...this.hiddenIds]
    const runs = [...this.runs.values()] as Array<JobRunPatch>
    for (const [id, progress] of this.progress) {
      const rev = this.displayed.get(id)
      if (rev !== undefined && !this.runs.has(id)) runs.push({ id, rev, progress })
    }
    const ownIds = [...this.own].flatMap(([topic, ids]) =>
      ownsIds(topic) || ids.size > maxSentIds ? [] : [...ids]
    )
    const body: DeltaBody = {
      ...this.rest,
      ...(runs.length > 0 ? { runs } : {}),
      ...(this.removed.size > 0 ? { removedRuns: [...this.removed] } : {}),
      ...(this.queues.size > 0 ? { queues: [...this.queues.values()] } : {}),
      ...(isEveryItem ? { allItems: true } : {}),
      ...(this.topics.size > 0 ? { topics: [...this.topics] } : {}),
      ...(this.own.size > 0
        ? { own: Object.fromEntries([...this.own].map(([topic, ids]) => [topic, idChange([...ids])])) }
        : {})
    }
    this.clear()
    return Object.keys(body).length + itemIds.length === 0 ? undefined : { body, itemIds, hiddenIds, ownIds }
  }

  clear(): void {
    this.runs = new Map()
    this.removed = new Set()
    this.progress = new Map()
    this.queues = new Map()
    this.itemIds = new Set()
    this.hiddenIds = new Set()
    this.isEveryItem = false
    this.topics = new Set()
    this.own = new Map()
    this.rest = {}
  }

  /** Tells the client to reload all items, and the topics that affect visibility, after its permissions changed. */
  addRights(): void {
    this.isEveryItem = true
    for (const topic of rightsTopics) this.topics.add(topic)
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

export const idChange = (ids: ReadonlyArray<string>): IdChange =>
  ids.length > maxSentIds ? { ids: [], many: true } : { ids, many: false }
