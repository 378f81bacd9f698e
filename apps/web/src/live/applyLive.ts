import { refresh, type QueryCache } from "@/lib/queryCache"
import type { Delta, IdChange } from "@media/features/operations/live-protocol"
import { makeJobsBoard } from "./jobsBoard"
import { LiveSocket } from "./socket"

/** The runs as they are now; filled while a page has set a view. */
export const jobsBoard = makeJobsBoard({
  now: () => performance.now(),
  nextFrame: (callback) => requestAnimationFrame(callback),
  later: (ms, callback) => setTimeout(callback, ms)
})

export type VideoChange = IdChange
const videoListeners = new Set<(change: VideoChange) => void>()

/** For lists that patch their own rows; returns the unsubscribe function. */
export const onVideosChanged = (listener: (change: VideoChange) => void): (() => void) => {
  videoListeners.add(listener)
  return () => videoListeners.delete(listener)
}

/** Applies what the server pushes to what the pages have cached. */
export const makeLive = (cache: QueryCache, onSessionEnded: (reason: string) => void): LiveSocket =>
  new LiveSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`, {
    snapshot: (message, missed) => {
      jobsBoard.applySnapshot(message)
      if (!missed) return
      refresh(cache, { predicate: (entry) => entry.key[0] !== "session" })
      for (const listener of videoListeners) listener({ ids: [], many: true })
    },
    delta: (message) => {
      jobsBoard.applyDelta(message)
      for (const change of videoChanges(message)) applyVideos(cache, change)
      for (const topic of message.topics ?? []) refresh(cache, { key: [topic] })
    },
    sessionEnded: onSessionEnded
  })

/** Of the library's videos, and what the account itself changed in another window, such as a rating. */
const videoChanges = ({ allItems, items, own }: Delta): ReadonlyArray<IdChange> =>
  allItems === true
    ? [{ ids: [], many: true }]
    : [items?.["video"], own?.["user-items"]].filter((change) => change !== undefined)

const COUNTS_EVERY_MS = 1_000
let countsTimer: ReturnType<typeof setTimeout> | undefined

/** A library's counts change with its videos; a scan reports many, so they are read at most once a second. */
const refreshCounts = (cache: QueryCache): void => {
  countsTimer ??= setTimeout(() => {
    countsTimer = undefined
    refresh(cache, { key: ["libraries"] })
  }, COUNTS_EVERY_MS)
}

const applyVideos = (cache: QueryCache, change: VideoChange): void => {
  if (change.many) refresh(cache, { key: ["video"] })
  else for (const id of change.ids) refresh(cache, { key: ["video", id] })
  refresh(cache, { key: ["recent"] })
  refreshCounts(cache)
  for (const listener of videoListeners) listener(change)
}
