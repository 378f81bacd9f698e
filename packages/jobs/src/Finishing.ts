import type { Json } from "@media/kernel/Json"
import type * as Effect from "effect/Effect"

/** What is left of a job when its tool has ended: a few statements. It is not cancelled any more. */
export class Finishing<E, R> {
  readonly effect: Effect.Effect<Json, E, R>
  constructor(effect: Effect.Effect<Json, E, R>) {
    this.effect = effect
  }
}
