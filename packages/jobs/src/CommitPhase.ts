import type { Json } from "@media/kernel/Json"
import type * as Effect from "effect/Effect"

/**
 * The last phase of a job, after its external tool has ended. It runs a few SQL statements and cannot be canceled. For
 * a group, the effect returns an exit for each job, in the order of the jobs.
 */
export class CommitPhase<E, R, A = Json> {
  readonly effect: Effect.Effect<A, E, R>
  constructor(effect: Effect.Effect<A, E, R>) {
    this.effect = effect
  }
}
