import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FiberSet from "effect/FiberSet"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type { QueueRuntime } from "./QueueRuntime.ts"
import { Slot } from "./Slot.ts"
import { callStep, type Claim } from "./StepCall.ts"

export interface Dispatcher<R> {
  readonly queue: QueueRuntime<R>
  /** Returns the slots of the queue that this worker currently uses. */
  readonly slots: () => ReadonlyArray<Slot<R>>
  /**
   * Returns true while the database processes a claim. The response may contain jobs, which the worker must release if
   * it stops.
   */
  readonly isClaiming: () => boolean
  readonly wake: () => void
  /** Claims and runs jobs forever. */
  readonly run: Effect.Effect<never, never, R>
}

const refork = Schedule.exponential("500 millis").pipe(
  Schedule.union(Schedule.spaced("30 seconds")),
  Schedule.resetAfter("1 minute")
)

/**
 * Runs the effect forever. If the effect fails or dies, the cause is logged and the effect is started again after a
 * growing pause.
 */
export const supervised = <R>(
  name: string,
  effect: Effect.Effect<never, unknown, R>
): Effect.Effect<never, never, R> =>
  effect.pipe(
    Effect.sandbox,
    Effect.tapError((cause) => Effect.logError(`${name} stopped unexpectedly and is being restarted`, cause)),
    Effect.retry(refork),
    Effect.orDie
  )

/**
 * Creates the dispatcher of one queue. It starts slots as long as there are jobs and free slots, and otherwise sleeps
 * until `wake` is called.
 */
export const makeDispatcher = <R>(queue: QueueRuntime<R>): Effect.Effect<Dispatcher<R>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const wakeUp = Effect.unsafeMakeLatch(true)
    const slots = new Map<number, { readonly slot: Slot<R>; fiber?: Fiber.RuntimeFiber<unknown, unknown> }>()
    const fibers = yield* FiberSet.make<unknown, unknown>()
    let isClaiming = false

    const begin = (claims: ReadonlyArray<Claim>) => {
      const { slot: number } = claims[0]!
      const before = slots.get(number)?.fiber
      // The slot is registered before it starts, so that lease renewal, cancellation and draining reach the slot while
      // it waits.
      const entry: { readonly slot: Slot<R>; fiber?: Fiber.RuntimeFiber<unknown, unknown> } = {
        slot: new Slot(queue, claims)
      }
      slots.set(number, entry)
      // The database may release a slot before its previous fiber in this worker has cleaned up. Wait for that fiber,
      // so that only one fiber uses the slot at a time.
      const run = before === undefined ? entry.slot.run : Effect.zipRight(Fiber.await(before), entry.slot.run)
      const ended = Effect.onExit(run, (exit) => {
        if (slots.get(number) === entry) slots.delete(number)
        wakeUp.unsafeOpen()
        if (Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause)) return Effect.void
        return Effect.logWarning(`slot ${number} of ${queue.name} was abandoned`, exit.cause)
      })
      return Effect.map(FiberSet.run(fibers, ended), (fiber) => void (entry.fiber = fiber))
    }

    const claim = Effect.suspend(() => {
      isClaiming = true
      return callStep(queue.pool, {
        queueId: queue.id,
        queueName: queue.name,
        slot: null,
        workerId: queue.workerId,
        workerKey: queue.workerKey,
        changes: [],
        holding: null,
        take: queue.take
      })
    })

    const dispatch = Effect.gen(function* () {
      for (;;) {
        yield* wakeUp.await
        wakeUp.unsafeClose()
        while (!queue.isStopping()) {
          const claims = yield* claim
          if (claims.length > 0) yield* begin(claims)
          isClaiming = false
          if (claims.length === 0) break
        }
      }
    })

    return {
      queue,
      slots: () => [...slots.values()].map(({ slot }) => slot),
      wake: () => wakeUp.unsafeOpen(),
      isClaiming: () => isClaiming,
      run: supervised(
        `dispatcher of ${queue.name}`,
        Effect.onError(dispatch, () => Effect.sync(() => (isClaiming = false)))
      )
    }
  })
