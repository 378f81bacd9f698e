import type { EventRow } from "@media/event-store/Rows"
import type { Recorded } from "@media/event-store/Event"
import { liveTopics } from "@media/features/generated/liveTopics"
import type { JobProgress, JobRun } from "@media/features/operations/contract"
import type { JobTotals, QueuePatch, RatePoint } from "@media/features/operations/live-protocol"

/** What one poll of the log returned, before any receiver's rights are applied. */
export interface ChangeSet {
  readonly seq: number
  readonly at: string
  readonly runs: ReadonlyMap<string, JobRun>
  readonly removedRuns: ReadonlySet<string>
  readonly progress: ReadonlyMap<string, typeof JobProgress.Type>
  readonly videoIds: ReadonlySet<string>
  readonly totals?: JobTotals | undefined
  readonly queues?: ReadonlyArray<QueuePatch> | undefined
  readonly rate?: RatePoint | undefined
  readonly isLibraryChange: boolean
  readonly isSettingsChange: boolean
}

export interface RawChanges {
  readonly runIds: Set<string>
  readonly purgedIds: Set<string>
  readonly videoIds: Set<string>
  completed: number
  failed: number
  isLibraryChange: boolean
  isSettingsChange: boolean
  isQueueChange: boolean
}

export const noChanges = (): RawChanges => ({
  runIds: new Set(),
  purgedIds: new Set(),
  videoIds: new Set(),
  completed: 0,
  failed: 0,
  isLibraryChange: false,
  isSettingsChange: false,
  isQueueChange: false
})

const COMPLETED = 2
const FAILED = [3, 4]

interface JobEventData {
  readonly items?: ReadonlyArray<{ readonly id?: string; readonly state?: number } | string>
  readonly duplicates?: ReadonlyArray<{ readonly id: string }>
  readonly ids?: ReadonlyArray<string>
}

/** Job events carry many runs each; only their ids count here, the rows are read again. */
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

const topics = new Map(liveTopics.map((topic) => [topic.stream, topic]))

/** Which topic an event of a slice touches: the slices' manifests say. */
export const collectEvent = (changes: RawChanges, recorded: Recorded): void => {
  const { _tag } = recorded.event
  const { ids, topic } = topics.get(_tag.slice(0, _tag.indexOf("."))) ?? {}
  if (topic === "videos") for (const id of ids?.(recorded) ?? []) changes.videoIds.add(id)
  else if (topic === "libraries") changes.isLibraryChange = true
  else if (topic === "settings") changes.isSettingsChange = true
}
