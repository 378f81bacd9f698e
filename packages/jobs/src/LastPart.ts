import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { Attempt } from "./Attempt.ts"
import type { Finished } from "./Finished.ts"
import type { Finishing } from "./Finishing.ts"
import { outcomeOf } from "./Outcome.ts"

/** Until what is ready now has begun: a query gone out, the next job's tool started. */
export const letOthersGoFirst = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** The attempt before the current one while it is in its last part (see `Finishing`); one at a time. */
export class LastPart<R> {
  #attempt: Attempt | undefined
  #fiber: Fiber.RuntimeFiber<void> | undefined

  /** The claim that is still held for it. */
  get heldIds(): ReadonlyArray<string> {
    return this.#attempt === undefined ? [] : [this.#attempt.claim.id]
  }

  get isRunning(): boolean {
    return this.#attempt !== undefined
  }

  readonly awaitEnd = Effect.suspend(() =>
    this.#fiber === undefined ? Effect.void : Fiber.join(this.#fiber)
  )

  /** `onBegun` is called when the attempt is this one's: interrupting the current job leaves it alone from then on. */
  begin(
    attempt: Attempt,
    { effect }: Finishing<unknown, R>,
    scope: Scope.Scope,
    onBegun: () => void,
    onEnded: (finished: Finished) => void
  ) {
    const run = Effect.exit(Effect.zipRight(letOthersGoFirst, effect)).pipe(
      Effect.flatMap((exit) => outcomeOf(attempt.claim, exit)),
      Effect.map((outcome) => {
        onEnded(attempt.end(outcome))
        this.#attempt = undefined
        this.#fiber = undefined
      })
    )
    return Effect.uninterruptible(
      Effect.map(Effect.forkIn(Effect.interruptible(run), scope), (fiber) => {
        this.#attempt = attempt
        this.#fiber = fiber
        onBegun()
      })
    )
  }
}
