import { makeJobsBoard } from "@/live/jobsBoard"
import type { LiveTopic } from "@/live/topic"

/** The runs as they are now; filled while a page has set a view. */
export const jobsBoard = makeJobsBoard({
  now: () => performance.now(),
  nextFrame: (callback) => requestAnimationFrame(callback),
  later: (ms, callback) => setTimeout(callback, ms)
})

export const operationsTopic: LiveTopic = {
  snapshot: (message) => jobsBoard.applySnapshot(message),
  delta: (message) => jobsBoard.applyDelta(message)
}
