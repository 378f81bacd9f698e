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
  /** The slots that this worker currently uses. */
  readonly slots: () => ReadonlyArray<Slot<R>>
  /** True while a claim is on its way to the database: its answer may bring jobs, which must be given back on a stop. */
  readonly isClaiming: () => boolean
  readonly wake: () => void
  /** Claims and runs forever. */
  readonly run: Effect.Effect<never, never, R>
}

const refork = Schedule.exponential("500 millis").pipe(
  Schedule.union(Schedule.spaced("30 seconds")),
  Schedule.resetAfter("1 minute")
)

/**
 * Runs the effect forever. When it fails or dies, that is logged and the effect is forked again after a growing pause.
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

/** Takes slots of one queue while there are both jobs and free slots, and otherwise sleeps until woken. */
export const makeDispatcher = <R>(queue: QueueRuntime<R>): Effect.Effect<Dispatcher<R>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const wakeUp = Effect.unsafeMakeLatch(true)
    const slots = new Map<number, { readonly slot: Slot<R>; fiber?: Fiber.RuntimeFiber<unknown, unknown> }>()
    const fibers = yield* FiberSet.make<unknown, unknown>()
    let isClaiming = false

    const begin = (claims: ReadonlyArray<Claim>) => {
      const { slot: number } = claims[0]!
      const before = slots.get(number)?.fiber
      // Registered before it starts, so that lease renewal, cancels and drains reach it while it waits.
      const entry: { readonly slot: Slot<R>; fiber?: Fiber.RuntimeFiber<unknown, unknown> } = {
        slot: new Slot(queue, claims)
      }
      slots.set(number, entry)
      // The database released the slot before its last owner here had cleaned up: wait, so that only one runs at a
      // time.
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
