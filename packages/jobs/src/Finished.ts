import type { Outcome } from "./Outcome.ts"
import type { Change, Claim } from "./StepCall.ts"

/** A job that is over for its slot and waits to be written. Times are of `performance.now()`. */
export interface Finished extends Outcome {
  readonly claim: Claim
  readonly rev: number
  readonly attempts: number
  readonly startedAt?: number | undefined
  readonly endedAt?: number | undefined
}

/** As the database takes it: ages, for it has a clock of its own. */
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
