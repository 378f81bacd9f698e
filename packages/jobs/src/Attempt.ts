import type { Finished } from "./Finished.ts"
import type { Outcome } from "./Outcome.ts"
import { type Change, type Claim, State } from "./StepCall.ts"

/**
 * Time in milliseconds after which a running job counts as slow. The job is then recorded as started, and the slot
 * releases the jobs that it has claimed but not started.
 */
export const visibleAfterMillis = 50

/** Upper limit for the factor by which `visibleAfterMillis` is multiplied for a group of jobs. */
const mostTogether = 4

/**
 * Reason for interrupting a running job: `cancel` if the run was canceled, `release` if the run returns to its queue.
 */
export type Interruption = "cancel" | "release"

/**
 * An attempt that a slot is running. The revision of the run increases when the attempt becomes visible and when the
 * attempt ends. Only this class counts revisions.
 *
 *     claimed ──> running ──(50 ms)──> visible
 *        │           └────────┬───────────┘
 *        │ canceled           │ ended, canceled, released
 *        v                    v
 *     dropped             finished ──> written by the next step
 */
export class Attempt {
  readonly claim: Claim
  readonly #startedAt = performance.now()
  #isVisible = false

  constructor(claim: Claim) {
    this.claim = claim
  }

  get isVisible(): boolean {
    return this.#isVisible
  }

  /**
   * Returns true if the attempt must become visible. `together` is the number of jobs in the group. The time limit is
   * multiplied by `together`, but at most by four. Without this factor, groups of probes of 17 ms each would always
   * exceed the limit. Their slot would always release its next claimed jobs and then have to wait for a new claim.
   */
  isLong(now: number, together = 1): boolean {
    return now - this.#startedAt > visibleAfterMillis * Math.min(together, mostTogether)
  }

  /**
   * Makes a running attempt visible. Write the returned change to the database before the change that ends the attempt,
   * because the end has the next revision.
   */
  becomeVisible(now: number): Change {
    this.#isVisible = true
    const { attempts, dedupeKey, id, rev } = this.claim
    return {
      id,
      rev: rev + 1,
      state: State.started,
      attempts: attempts + 1,
      startedAgo: now - this.#startedAt,
      key: dedupeKey ?? undefined
    }
  }

  /** Ends a running or visible attempt with its outcome. */
  end(outcome: Outcome): Finished {
    return {
      ...outcome,
      claim: this.claim,
      rev: this.#endRev,
      attempts: this.claim.attempts + 1,
      startedAt: this.#startedAt,
      endedAt: performance.now()
    }
  }

  /**
   * Ends a running or visible attempt without counting it. If the run was canceled or the attempt never became visible,
   * only drops the claim. In both cases, the row of the run already has the right state: canceled or queued.
   */
  interrupt(interruption: Interruption): Finished {
    const isRequeued = interruption === "release" && this.#isVisible
    return {
      claim: this.claim,
      state: isRequeued ? State.queued : State.dropped,
      rev: this.#endRev,
      attempts: this.claim.attempts
    }
  }

  get #endRev(): number {
    return this.claim.rev + (this.#isVisible ? 2 : 1)
  }
}

/** Drops the claim of a run that was canceled before the slot started the run. */
export const dropClaim = (claim: Claim): Finished => ({
  claim,
  state: State.dropped,
  rev: claim.rev,
  attempts: claim.attempts
})
