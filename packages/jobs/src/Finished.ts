import type { Outcome } from "./Outcome.ts"
import type { Change, Claim } from "./StepCall.ts"

/** A job that has ended in its slot but is not written yet. Times are from `performance.now()`. */
export interface Finished extends Outcome {
  readonly claim: Claim
  readonly rev: number
  readonly attempts: number
  readonly startedAt?: number | undefined
  readonly endedAt?: number | undefined
}

/** The database takes ages instead of times because it has its own clock. */
export const toChange = (finished: Finished, now: number): Change => ({
  id: finished.claim.id,
  rev: finished.rev,
  state: finished.state,
  attempts: finished.attempts,
  startedAgo: finished.startedAt === undefined ? undefined : now - finished.startedAt,
  endedAgo: finished.endedAt === undefined ? undefined : now - finished.endedAt,
  retryIn: finished.retryIn,
  error: finished.error,
  result: finished.result,
  key: finished.claim.dedupeKey ?? undefined
})
