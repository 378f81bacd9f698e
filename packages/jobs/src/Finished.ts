import type { Outcome } from "./Outcome.ts"
import type { Change, Claim } from "./StepCall.ts"

/** An attempt that has ended in its slot, before its result is written. Times are values of `performance.now()`. */
export interface Finished extends Outcome {
  readonly claim: Claim
  readonly rev: number
  readonly attempts: number
  readonly startedAt?: number | undefined
  readonly endedAt?: number | undefined
}

/** Returns the change to write. Times are converted to ages, because the database has its own clock. */
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
