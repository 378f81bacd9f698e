import * as Effect from "effect/Effect"
import type { JobContext } from "./JobContext.ts"

/** Number of progress updates for a large group. A small group has one update per job. */
const STEPS = 10

/**
 * Returns an effect to run after each job of a group. Every job shows the progress of the whole group, because all jobs
 * of a group end together.
 */
export const groupProgress = (
  jobs: ReadonlyArray<{ readonly context: Pick<JobContext, "progress"> }>,
  phase: string
): Effect.Effect<void> => {
  const step = Math.ceil(jobs.length / STEPS)
  let done = 0
  return Effect.suspend(() => {
    done += 1
    if (done % step !== 0) return Effect.void
    const percent = Math.min(100, (100 * done) / Math.max(1, jobs.length))
    return Effect.forEach(jobs, ({ context }) => context.progress({ phase, percent }), { discard: true })
  })
}

/**
 * Returns a function that reports `done` of `total`, in any unit, as a percentage. Use this function instead of
 * `groupProgress` for work whose parts differ in size.
 */
export const partsDone =
  (context: Pick<JobContext, "progress">, phase: string) =>
  (done: number, total: number): Effect.Effect<void> =>
    context.progress({ phase, percent: total === 0 ? 100 : (100 * done) / total })
