import type { Json } from "@media/kernel/Json"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { Attempt } from "./Attempt.ts"
import type { Finished } from "./Finished.ts"
import { outcomeOf } from "./Outcome.ts"

/** Until what is ready now has begun: a query gone out, the next job's tool started. */
export const letOthersGoFirst = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

export interface LastPartEvents {
  /** The attempts are the last part's: interrupting what runs leaves them alone from then on. */
  readonly onBegun: () => void
  readonly onEnded: (finished: Finished) => void
  /** They failed as a whole: each has to show whether it is to blame. */
  readonly onFailed: (attempts: ReadonlyArray<Attempt>) => void
}

/** The attempt before the current one, or the group, while it is in its last part (see `Finishing`); one at a time. */
export class LastPart<R> {
  #attempts: ReadonlyArray<Attempt> = []
  #fiber: Fiber.RuntimeFiber<void> | undefined

  /** The claims that are still held for it. */
  get heldIds(): ReadonlyArray<string> {
    return this.#attempts.map(({ claim }) => claim.id)
  }

  get isRunning(): boolean {
    return this.#attempts.length > 0
  }

  readonly awaitEnd = Effect.suspend(() =>
    this.#fiber === undefined ? Effect.void : Fiber.join(this.#fiber)
  )

  /** `ends` answers with an exit for each attempt, in their order. */
  begin(
    attempts: ReadonlyArray<Attempt>,
    ends: Effect.Effect<ReadonlyArray<Exit.Exit<Json, unknown>>, unknown, R>,
    scope: Scope.Scope,
    { onBegun, onEnded, onFailed }: LastPartEvents
  ) {
    const run = Effect.gen(this, function* () {
      const exit = yield* Effect.exit(Effect.zipRight(letOthersGoFirst, ends))
      if (Exit.isFailure(exit)) onFailed(attempts)
      else
        for (const [at, attempt] of attempts.entries())
          onEnded(attempt.end(yield* outcomeOf(attempt.claim, exit.value[at]!)))
      this.#attempts = []
      this.#fiber = undefined
    })
    return Effect.uninterruptible(
      Effect.map(Effect.forkIn(Effect.interruptible(run), scope), (fiber) => {
        this.#attempts = attempts
        this.#fiber = fiber
        onBegun()
      })
    )
  }
}
