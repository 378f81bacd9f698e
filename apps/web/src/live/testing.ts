import type { JobRun } from "@media/features/app/operations/contract"
import type { PacerClock } from "./pacer"

export interface HandClock extends PacerClock {
  readonly now: () => number
  /** Runs the timers up to the time `at`, then runs one frame. */
  readonly frame: (at: number) => void
  /** Returns the number of requested frames. */
  readonly framesRequested: () => number
}

/** Returns a clock whose time and frames the test controls. */
export const handClock = (start: number): HandClock => {
  let now = start
  let requested = 0
  let frames: Array<() => void> = []
  let timers: Array<{ readonly at: number; readonly ring: () => void }> = []
  return {
    now: () => now,
    nextFrame: (callback) => ((requested += 1), frames.push(callback)),
    later: (ms, ring) => timers.push({ at: now + ms, ring }),
    framesRequested: () => requested,
    frame: (at) => {
      now = at
      const ringing = timers.filter((timer) => timer.at <= at)
      timers = timers.filter((timer) => timer.at > at)
      ringing.forEach((timer) => timer.ring())
      const due = frames
      frames = []
      due.forEach((callback) => callback())
    }
  }
}

/** Returns a queued run for tests. */
export const aRun = (id: string, over: Partial<JobRun> = {}): JobRun => ({
  id,
  queueName: "preview",
  queueLabel: "Preview",
  status: "queued",
  attempts: 0,
  maxAttempts: 15,
  earlierAttempts: 0,
  targetType: null,
  targetId: null,
  targetLabel: `Target ${id}`,
  triggeredBy: null,
  parentJobRunId: null,
  batchId: null,
  progress: null,
  result: null,
  error: null,
  queuedAt: "2026-01-01T00:00:00.000Z",
  startedAt: null,
  finishedAt: null,
  nextRetryAt: null,
  durationMs: null,
  canceledBy: null,
  retries: 0,
  waitsFor: null,
  priority: 0,
  isExhausted: false,
  rev: 1,
  ...over
})
