import type { Json } from "@media/kernel/Json"
import type * as Effect from "effect/Effect"

/**
 * What is left of a job when its tool has ended: a few statements. It is not cancelled any more. Of a group it answers with an
 * exit for each job.
 */
export class Finishing<E, R, A = Json> {
  readonly effect: Effect.Effect<A, E, R>
  constructor(effect: Effect.Effect<A, E, R>) {
    this.effect = effect
  }
}
