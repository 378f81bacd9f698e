import type { Json } from "@media/kernel/Json"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { Attempt } from "./Attempt.ts"
import type { Finished } from "./Finished.ts"
import { outcomeOf } from "./Outcome.ts"

/**
 * Waits until all work that is ready now has started, for example until a query was sent or the tool of the next job
 * was launched.
 */
export const letOthersGoFirst = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

export interface CommitEvents {
  /**
   * Called when the commit phase has begun. From then on, interrupting the current job does not affect the attempts in
   * the commit phase.
   */
  readonly onBegun: () => void
  readonly onEnded: (finished: Finished) => void
  /** Called if the group failed as a whole. Each job must then run alone to find the faulty job. */
  readonly onFailed: (attempts: ReadonlyArray<Attempt>) => void
}

/**
 * The attempt or group of a slot that is in its commit phase (see `CommitPhase`). A slot has at most one commit phase
 * at a time.
 */
export class RunningCommit<R> {
  #attempts: ReadonlyArray<Attempt> = []
  #fiber: Fiber.RuntimeFiber<void> | undefined

  /** Ids of the claims that are still held for the commit phase. */
  get heldIds(): ReadonlyArray<string> {
    return this.#attempts.map(({ claim }) => claim.id)
  }

  get isRunning(): boolean {
    return this.#attempts.length > 0
  }

  readonly awaitEnd = Effect.suspend(() =>
    this.#fiber === undefined ? Effect.void : Fiber.join(this.#fiber)
  )

  /** Starts a commit phase. `ends` returns an exit for each attempt, in order. */
  begin(
    attempts: ReadonlyArray<Attempt>,
    ends: Effect.Effect<ReadonlyArray<Exit.Exit<Json, unknown>>, unknown, R>,
    scope: Scope.Scope,
    { onBegun, onEnded, onFailed }: CommitEvents
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
