import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type { Pool } from "pg"
import { availableParallelism } from "node:os"
import { openControlConnection } from "./ControlConnection.ts"
import { type Dispatcher, makeDispatcher, supervised } from "./Dispatcher.ts"
import {
  deregisterWorker,
  makeWay,
  registerWorker,
  runMaintenance,
  type WorkerContext
} from "./Maintenance.ts"
import type { Processor } from "./Processor.ts"
import { readQueueIds, requireQueueId } from "./QueueIds.ts"
import { type ContextSources, RunningJob } from "./RunningJob.ts"
import type { Claim } from "./StepCall.ts"
import { WakeUp } from "./WakeUp.ts"

export interface SessionInput<R> {
  readonly pool: Pool
  readonly url: string
  readonly workerId: string
  readonly host: string
  readonly processId: number
  readonly process: string
  readonly crashedProcessId: number | undefined
  readonly processors: ReadonlyArray<Processor<R>>
  readonly sources: ContextSources
  readonly isStopping: () => boolean
  readonly wakeUp: WakeUp["Type"]
  readonly onWritten: () => void
  readonly onReady: (session: Session) => Effect.Effect<void>
}

/**
 * A running session of a worker: one control connection, and the dispatchers that run while the connection holds its
 * lock.
 */
export interface Session {
  readonly workerId: string
  /** Returns true while the session runs or claims jobs. */
  readonly isBusy: () => boolean
  /** Interrupts all running jobs so that they return to their queues. */
  readonly requeueRunning: () => void
  /** Records that the worker stops on purpose, so that no job is blamed for the death of the worker. */
  readonly deregister: Effect.Effect<void>
}

/**
 * Number of jobs in the first claim of a queue, before the durations of its jobs have been measured. It is small, so
 * that the worker does not claim many long jobs.
 */
const firstTake = 2

/**
 * Runs the worker until its control connection is lost, and then fails. Other workers then take over the jobs of this
 * session, so its running jobs are interrupted before the failure is reported.
 */
export const runSession = <R>(input: SessionInput<R>): Effect.Effect<never, unknown, R> =>
  Effect.scoped(
    Effect.gen(function* () {
      const dispatchers = new Map<string, Dispatcher<R>>()
      const wake = (names: ReadonlyArray<string>) => names.forEach((name) => dispatchers.get(name)?.wake())
      const slots = () =>
        [...dispatchers.values()].flatMap(({ queue, slots }) =>
          slots().map((slot) => ({ queueId: queue.id, slot }))
        )
      const cancel = (id: string) => slots().forEach(({ slot }) => slot.cancel(id))
      const release = (id: string) => slots().forEach(({ slot }) => slot.release(id))

      const viewers = yield* Queue.sliding<void>(1)
      const control = yield* openControlConnection({
        url: input.url,
        onWake: wake,
        onCancel: cancel,
        onYield: () => void viewers.unsafeOffer()
      })
      const worker: WorkerContext = {
        pool: input.pool,
        workerId: input.workerId,
        workerKey: control.key,
        host: input.host,
        processId: input.processId,
        process: input.process,
        crashedProcessId: input.crashedProcessId,
        queueNames: input.processors.map((processor) => processor.queue),
        slots: () => slots().map(({ queueId, slot }) => ({ queueId, slot: slot.number })),
        startedIds: () => slots().flatMap(({ slot }) => slot.startedIds),
        cores: availableParallelism(),
        wake,
        cancel,
        release
      }
      yield* Effect.addFinalizer(() => Effect.sync(input.sources.board.clear))
      yield* registerWorker(worker)
      const queueIds = yield* readQueueIds(input.pool)
      yield* Effect.addFinalizer(() => (input.isStopping() ? deregisterWorker(worker) : Effect.void))
      // `onReady` is called before the first claim, so that a shutdown can wait for this claim.
      yield* input.onReady({
        workerId: input.workerId,
        isBusy: () =>
          [...dispatchers.values()].some(({ isClaiming, slots }) => isClaiming() || slots().length > 0),
        requeueRunning: () => slots().forEach(({ slot }) => slot.requeueRunning()),
        deregister: deregisterWorker(worker)
      })
      for (const processor of input.processors) {
        const name = processor.queue
        const contextOf = (claim: Claim) => new RunningJob(name, claim, input.sources)
        const { group } = processor
        const dispatcher = yield* makeDispatcher({
          pool: input.pool,
          id: yield* requireQueueId(queueIds, name),
          name,
          workerId: input.workerId,
          workerKey: control.key,
          runJob: (claim) => processor.run(claim.payload, contextOf(claim)),
          group: group && {
            most: group.most,
            run: (claims) =>
              group.run(claims.map((claim) => ({ payload: claim.payload, context: contextOf(claim) })))
          },
          isStopping: input.isStopping,
          onRelease: () => void Effect.runFork(input.wakeUp.wake([name])),
          onWritten: input.onWritten,
          onEnded: input.sources.board.forget,
          millisPerJob: Number.POSITIVE_INFINITY,
          take: firstTake
        })
        dispatchers.set(name, dispatcher)
        yield* Effect.forkScoped(Effect.provideService(dispatcher.run, WakeUp, input.wakeUp))
      }
      yield* Effect.forkScoped(supervised("maintenance", runMaintenance(worker)))
      const makingWay = Effect.forever(Effect.zipRight(Queue.take(viewers), makeWay(worker)))
      yield* Effect.forkScoped(supervised("pausing background jobs for viewers", makingWay))
      return yield* control.lost
    })
  )
