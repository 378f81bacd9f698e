import type { EventRow } from "@media/event-store/Rows"
import type { Recorded } from "@media/event-store/Event"
import type { LiveTopic } from "@media/features/LiveTopic"
import { userItemsTopic } from "@media/features/catalog/user-items/live"
import * as Access from "@media/features/platform/access/Access"
import { liveTopics } from "@media/features/generated/liveTopics"
import type { JobProgress, JobRun } from "@media/features/app/operations/contract"
import type { JobTotals, QueuePatch, RatePoint } from "@media/features/app/operations/live-protocol"
import type { Principal } from "@media/wire/Security"

/**
 * The changes found by one poll of the event log. They have not been filtered yet by the permissions of each connected
 * client.
 */
export interface ChangeSet {
  readonly seq: number
  readonly at: string
  readonly runs: ReadonlyMap<string, JobRun>
  /**
   * `runs` without the names of NSFW items, for administrators who hide NSFW content. Undefined if no such
   * administrator was connected.
   */
  readonly runsWithoutNames?: ReadonlyMap<string, JobRun> | undefined
  readonly removedRuns: ReadonlySet<string>
  readonly progress: ReadonlyMap<string, typeof JobProgress.Type>
  /** Ids of changed items, before their visibility is checked. */
  readonly itemIds: ReadonlySet<string>
  /** Ids of items whose change may have hidden them from some clients. */
  readonly hiddenIds: ReadonlySet<string>
  /** True if any item may have changed, because an event did not contain the ids of the changed items. */
  readonly isEveryItem: boolean
  /** Topics that every client must reload completely. */
  readonly topics: ReadonlySet<string>
  /** Ids of changed objects that concern only one account, such as its ratings, keyed by account and topic. */
  readonly own: OwnChanges
  readonly totals?: JobTotals | undefined
  /** Job counts keyed by the filter of a view (see `filterKey`). */
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

/**
 * Adds the run ids of a job event to `changes`. An event may refer to many runs, but contains only their ids and
 * states. The current rows of these runs are read later in a single query.
 */
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

/**
 * Topics that affect which items are visible, such as libraries. A client must reload them when its permissions change.
 */
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
/** True if all ids of this topic belong to the account itself, so that their visibility need not be checked. */
export const ownsIds = (topic: string): boolean => owning.has(topic)

/** Adds the changes of an event to `changes`, as declared by the live topic of its slice. */
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
 * Adds changes to user state that is stored without events, such as playback progress. `payload` is the text of a
 * database notification: `account:item` pairs, separated by commas.
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
