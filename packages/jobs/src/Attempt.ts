import type { Finished } from "./Finished.ts"
import type { Outcome } from "./Outcome.ts"
import { type Change, type Claim, State } from "./StepCall.ts"

/** A job that runs longer becomes visible as started, and the jobs claimed behind it are released. */
export const visibleAfterMillis = 50

/** Limit of the factor by which a group may take longer before it is shown. */
const mostTogether = 4

/** Why a running job is interrupted: someone cancelled it, or it returns to its queue. */
export type Interruption = "cancel" | "release"

/**
 * The attempt that a slot is making. It is the only place that counts revisions: one for becoming visible, one for the
 * end.
 *
 *     claimed ──> running ──(50 ms)──> visible
 *        │           └────────┬───────────┘
 *        │ cancelled          │ ended, cancelled, released
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
   * `together` is the number of jobs in its group, each of which may take that time. Otherwise groups of probes that
   * take 17 ms each would release the claims behind them every time, and wait for the next claim.
   */
  isLong(now: number, together = 1): boolean {
    return now - this.#startedAt > visibleAfterMillis * Math.min(together, mostTogether)
  }

  /** running -> visible. Write this change first, because the end of the attempt uses the next revision. */
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

  /** running, visible -> finished. */
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
   * running, visible -> finished, without counting the attempt. Only the claim is dropped if the run is cancelled (its
   * row is written already) or never became visible (its row still says queued).
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

/** claimed -> dropped: a run that was cancelled before its turn. */
export const dropClaim = (claim: Claim): Finished => ({
  claim,
  state: State.dropped,
  rev: claim.rev,
  attempts: claim.attempts
})
