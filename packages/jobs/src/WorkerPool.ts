import { uuidv7 } from "@media/kernel/Ids"
import { DatabaseUrl } from "@media/pg/DatabaseUrl"
import { makeNotifier, watchersQuietMillis } from "@media/pg/Notify"
import { PgPool } from "@media/pg/PgPool"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import * as Schedule from "effect/Schedule"
import { hostname, tmpdir } from "node:os"
import { makeLogBook } from "./LogBook.ts"
import type { Processor } from "./Processor.ts"
import { makeProgressBoard } from "./ProgressBoard.ts"
import { makeWakeUp } from "./WakeUp.ts"
import { runSession, type Session } from "./WorkerSession.ts"

export interface WorkerPoolOptions<R> {
  /** The processors of this process. Other workers handle the remaining queues. */
  readonly processors: ReadonlyArray<Processor<R>>
  /**
   * Time in milliseconds for which running jobs may continue after the pool was asked to stop. Jobs that take longer
   * are requeued.
   */
  readonly drainMillis?: number
  /** The parent folder of scratch directories. By default, the system's temporary directory. */
  readonly scratchRoot?: string
  /**
   * Process id of the crashed worker that this worker replaces. Set only if that worker is known to have crashed, and
   * was not killed on purpose.
   */
  readonly crashedProcessId?: number | undefined
}

const defaultDrainMillis = 20_000
/** Maximum time in milliseconds for interrupted jobs to stop their child processes and be requeued. */
const requeueMillis = 6_000

/**
 * The worker of this process. It claims and runs the jobs of the queues that have a processor in this process, and
 * writes the results.
 */
export class WorkerPool extends Context.Tag("@media/jobs/WorkerPool")<
  WorkerPool,
  {
    /**
     * The current worker id. It changes after a lost connection, and is undefined while the database is unreachable.
     */
    readonly workerId: Effect.Effect<string | undefined>
    /**
     * Stops claiming and waits for running jobs. Jobs that do not end in time are requeued, and their attempts do not
     * count. Idempotent.
     */
    readonly drain: Effect.Effect<void>
  }
>() {
  /** The pool runs for the lifetime of the layer. Releasing the layer drains the pool. */
  static readonly layer = <R>(options: WorkerPoolOptions<R>) => Layer.scoped(WorkerPool, make(options))
}

const make = Effect.fn("jobs.workerPool")(function* <R>(options: WorkerPoolOptions<R>) {
  const pool = yield* PgPool
  const url = yield* DatabaseUrl
  const current = yield* Ref.make<Session | undefined>(undefined)
  const wakeUp = yield* makeWakeUp
  const hintReaders = makeNotifier(pool, "events", watchersQuietMillis)
  const identity = uuidv7()
  let isStopping = false
  let hasWritten = false

  const board = makeProgressBoard(pool)
  const book = makeLogBook(pool)
  const hint = Effect.suspend(() => {
    if (!hasWritten) return Effect.void
    hasWritten = false
    return hintReaders("new")
  })

  const session = (): Effect.Effect<never, unknown, R> =>
    runSession({
      pool,
      url,
      workerId: uuidv7(),
      host: hostname(),
      processId: process.pid,
      process: identity,
      crashedProcessId: options.crashedProcessId,
      processors: options.processors,
      sources: { board, book, scratchRoot: options.scratchRoot ?? tmpdir() },
      isStopping: () => isStopping,
      wakeUp,
      onWritten: () => {
        hasWritten = true
      },
      onReady: (ready) => Ref.set(current, ready)
    })

  const running = yield* Effect.suspend(session).pipe(
    Effect.ensuring(Ref.set(current, undefined)),
    Effect.sandbox,
    Effect.tapError((cause) => Effect.logWarning("worker session lost; starting a new one", cause)),
    Effect.retry(
      Schedule.exponential("250 millis").pipe(
        Schedule.union(Schedule.spaced("5 seconds")),
        Schedule.resetAfter("1 minute")
      )
    ),
    Effect.forkScoped
  )
  yield* board.flush.pipe(
    Effect.zipRight(book.flush),
    Effect.repeat(Schedule.spaced("250 millis")),
    Effect.forkScoped
  )
  yield* hint.pipe(Effect.repeat(Schedule.spaced("100 millis")), Effect.forkScoped)

  const isIdle = Effect.map(Ref.get(current), (ready) => ready === undefined || !ready.isBusy())
  // Waits until the worker is idle, but at most `millis`. This code runs in an uninterruptible finalizer. There,
  // `Effect.timeout` would wait for the effect anyway, so this function uses a deadline instead.
  const untilIdle = (millis: number) =>
    Effect.suspend(() => {
      const end = performance.now() + millis
      return Effect.repeat(isIdle, {
        until: (idle) => idle || performance.now() > end,
        schedule: Schedule.spaced("10 millis")
      })
    })
  const drain = Effect.gen(function* () {
    isStopping = true
    const leaving = yield* Ref.get(current)
    // Deregisters concurrently, because draining must not wait for a database that does not respond.
    if (leaving !== undefined) yield* Effect.forkDaemon(leaving.deregister)
    yield* untilIdle(options.drainMillis ?? defaultDrainMillis)
    const ready = yield* Ref.get(current)
    if (ready?.isBusy() === true) {
      ready.requeueRunning()
      yield* untilIdle(requeueMillis)
    }
    yield* book.flush
    yield* hint
  }).pipe(Effect.withSpan("jobs.drain"))

  yield* Effect.addFinalizer(() => Effect.zipRight(drain, Fiber.interrupt(running)))
  return {
    workerId: Effect.map(Ref.get(current), (ready) => ready?.workerId),
    drain
  }
})
