import * as Effect from "effect/Effect"
import type { JobContext } from "./JobContext.ts"

/** Number of progress updates for a large group, instead of one per job. */
const STEPS = 10

/** An effect to run after each job of a group. All its jobs show the group's progress, because they end together. */
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

/** An effect for parts of different sizes: `done` of `total`. */
export const partsDone =
  (context: Pick<JobContext, "progress">, phase: string) =>
  (done: number, total: number): Effect.Effect<void> =>
    context.progress({ phase, percent: total === 0 ? 100 : (100 * done) / total })
