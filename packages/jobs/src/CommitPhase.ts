import type { Json } from "@media/kernel/Json"
import type * as Effect from "effect/Effect"

/**
 * The rest of a job after its tool has ended: a few statements, which cannot be cancelled. For a group, the effect
 * returns an exit for each job.
 */
export class CommitPhase<E, R, A = Json> {
  readonly effect: Effect.Effect<A, E, R>
  constructor(effect: Effect.Effect<A, E, R>) {
    this.effect = effect
  }
}
