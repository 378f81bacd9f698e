import * as Effect from "effect/Effect"
import { etaOf } from "./Pace.ts"
import { queueSummaries } from "./QueueSummaries.ts"

/**
 * Returns the numbers of running and queued jobs over all queues, and the estimated time in seconds until they are
 * finished.
 */
export const workSummary = Effect.fn("jobs.workSummary")(function* () {
  const queues = yield* queueSummaries()
  const sum = (key: "queued" | "started"): number => queues.reduce((total, queue) => total + queue[key], 0)
  return { running: sum("started"), queued: sum("queued"), etaSeconds: etaOf(queues) }
})
