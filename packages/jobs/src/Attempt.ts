import type { Finished } from "./Finished.ts"
import type { Outcome } from "./Outcome.ts"
import { type Change, type Claim, State } from "./StepCall.ts"

/**
 * Time in milliseconds after which a running job is recorded as started, and the claims behind the job are released.
 */
export const visibleAfterMillis = 50

/** Maximum number of jobs in a group by which `visibleAfterMillis` is multiplied. */
const mostTogether = 4

/** Reason to interrupt a running job: the run was canceled, or the run returns to its queue. */
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
   * multiplied by this number, at most by four. Otherwise, groups of probes that take 17 ms each would always release
   * the claims behind the group and then wait for the next claim.
   */
  isLong(now: number, together = 1): boolean {
    return now - this.#startedAt > visibleAfterMillis * Math.min(together, mostTogether)
  }

  /** running -> visible. Write the returned change before the end of the attempt, which uses the next revision. */
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
   * Ends a running or visible attempt without counting the attempt. Only the claim is dropped if the run was canceled,
   * because its row is already written, or if the run never became visible, because its row still says queued.
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
