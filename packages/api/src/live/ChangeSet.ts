import type { EventRow } from "@media/event-store/Rows"
import type { Recorded } from "@media/event-store/Event"
import type { LiveTopic } from "@media/features/LiveTopic"
import { userItemsTopic } from "@media/features/catalog/user-items/live"
import * as Access from "@media/features/platform/access/Access"
import { liveTopics } from "@media/features/generated/liveTopics"
import type { JobProgress, JobRun } from "@media/features/app/operations/contract"
import type { JobTotals, QueuePatch, RatePoint } from "@media/features/app/operations/live-protocol"
import type { Principal } from "@media/wire/Security"

/** The result of one poll of the log, before any receiver's permissions are applied. */
export interface ChangeSet {
  readonly seq: number
  readonly at: string
  readonly runs: ReadonlyMap<string, JobRun>
  /** The runs as shown to administrators who hide NSFW content; undefined if there was none at the time. */
  readonly runsWithoutNames?: ReadonlyMap<string, JobRun> | undefined
  readonly removedRuns: ReadonlySet<string>
  readonly progress: ReadonlyMap<string, typeof JobProgress.Type>
  /** Changed items, before visibility is checked. */
  readonly itemIds: ReadonlySet<string>
  /** The subset of them that was hidden from some receivers. */
  readonly hiddenIds: ReadonlySet<string>
  /** True if items changed that no event names. */
  readonly isEveryItem: boolean
  /** Topics that changed as a whole. */
  readonly topics: ReadonlySet<string>
  /** Changes by account and topic. */
  readonly own: OwnChanges
  readonly totals?: JobTotals | undefined
  /** Counts by the filter of a view, see `filterKey`. */
  readonly viewTotals?: ReadonlyMap<string, JobTotals> | undefined
  readonly queues?: ReadonlyArray<QueuePatch> | undefined
  readonly rate?: RatePoint | undefined
}

export type OwnChanges = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>

export interface RawChanges {
  readonly runIds: Set<string>
  readonly purgedIds: Set<string>
  readonly itemIds: Set<string>
  readonly hiddenIds: Set<string>
  readonly topics: Set<string>
  readonly own: Map<string, Map<string, Set<string>>>
  isEveryItem: boolean
  completed: number
  failed: number
  isQueueChange: boolean
}

export const noChanges = (): RawChanges => ({
  runIds: new Set(),
  purgedIds: new Set(),
  itemIds: new Set(),
  hiddenIds: new Set(),
  topics: new Set(),
  own: new Map(),
  isEveryItem: false,
  completed: 0,
  failed: 0,
  isQueueChange: false
})

const COMPLETED = 2
const FAILED = [3, 4]

interface JobEventData {
  readonly items?: ReadonlyArray<{ readonly id?: string; readonly state?: number } | string>
  readonly duplicates?: ReadonlyArray<{ readonly id: string }>
  readonly ids?: ReadonlyArray<string>
}

/** Job events contain many runs each. Only their ids are used here, and the rows are read again. */
export const collectJobEvent = (changes: RawChanges, row: EventRow): void => {
  const data = row.data as JobEventData
  changes.isQueueChange = true
  for (const id of data.ids ?? []) changes.purgedIds.add(id)
  for (const item of [...(data.items ?? []), ...(data.duplicates ?? [])]) {
    const id = typeof item === "string" ? item : item.id
    if (id !== undefined) changes.runIds.add(id)
    const state = typeof item === "string" || !("state" in item) ? undefined : item.state
    if (row.type !== "jobs.settled.v1" || state === undefined) continue
    if (state === COMPLETED) changes.completed += 1
    if (FAILED.includes(state)) changes.failed += 1
  }
}

const topics = new Map<string, LiveTopic>(liveTopics.map((topic) => [topic.stream, topic]))

/** Topics that a receiver reads again when its permissions change, because they determine the visible items. */
export const rightsTopics: ReadonlyArray<string> = [...topics.values()].flatMap((topic) =>
  "changesItems" in topic && topic.changesItems === true ? [topic.topic] : []
)

const actOfTopic = new Map<string, Access.Act>(
  [...topics.values()].flatMap((topic) =>
    "act" in topic && topic.act !== undefined ? [[topic.topic, topic.act] as const] : []
  )
)

export const mayHear = (principal: Principal, topic: string): boolean => {
  const act = actOfTopic.get(topic)
  return act === undefined || Access.can(principal, act)
}

const owning: ReadonlySet<string> = new Set(
  [...topics.values()].flatMap((topic) => ("ownsIds" in topic && topic.ownsIds === true ? [topic.topic] : []))
)
/** True if the ids of this topic name things of the account itself, so that their visibility is not queried. */
export const ownsIds = (topic: string): boolean => owning.has(topic)

/** Collects the topics of an event, as declared by the slices' manifests. */
export const collectEvent = (changes: RawChanges, recorded: Recorded): void => {
  const { _tag } = recorded.event
  const topic = topics.get(_tag.slice(0, _tag.indexOf(".")))
  if (topic === undefined) return
  const one = recorded as Recorded<never>
  if ("account" in topic) {
    const ids = ownIds(changes, topic.account(one), topic.topic)
    for (const id of topic.ids(one)) ids.add(id)
    if (topic.act !== undefined) changes.topics.add(topic.topic)
  } else if ("ids" in topic) {
    for (const id of topic.ids(one)) {
      changes.itemIds.add(id)
      if (topic.mayHide?.(one) === true) changes.hiddenIds.add(id)
    }
  } else {
    changes.topics.add(topic.topic)
    changes.isEveryItem ||= topic.changesItems === true
  }
}

/**
 * Collects an account's changes without an event, sent on the channel of `user-items`: `account:item`, separated by
 * commas.
 */
export const collectOwn = (changes: RawChanges, payload: string): void => {
  for (const [account = "", id] of payload.split(",").map((one) => one.split(":")))
    if (id !== undefined) ownIds(changes, account, userItemsTopic.topic).add(id)
}

const ownIds = ({ own }: RawChanges, account: string, topic: string): Set<string> => {
  const topics = own.get(account) ?? new Map<string, Set<string>>()
  own.set(account, topics)
  const ids = topics.get(topic) ?? new Set()
  topics.set(topic, ids)
  return ids
}
