import * as PgLive from "@media/pg/PgLive"
import { PgPool } from "@media/pg/PgPool"
import { createTestDatabase } from "@media/testkit/TemplateDatabase"
import type { Json } from "@media/kernel/Json"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import type { Pool } from "pg"
import { type Enqueue, enqueue, enqueueItem } from "../Enqueue.ts"
import type { CommitPhase } from "../CommitPhase.ts"
import { type Processor, processor } from "../Processor.ts"
import type { JobContext } from "../JobContext.ts"
import { queue, type QueueName } from "../QueueDef.ts"
import { WakeUp } from "../WakeUp.ts"
import { WorkerPool, type WorkerPoolOptions } from "../WorkerPool.ts"

/** The payload of all test queues. */
export const TestPayload = Schema.Struct({ n: Schema.Number })
export const testQueue = (name: QueueName) => queue({ name, label: name, payload: TestPayload })

export const testProcessor = (
  name: QueueName,
  body: (n: number, context: JobContext) => Effect.Effect<Json | CommitPhase<unknown, never>, unknown>
): Processor<never> =>
  processor(testQueue(name), (payload, context) => body(payload.n, context)) as Processor<never>

export const item = (name: QueueName, n: number, extra: Partial<Enqueue> = {}): Enqueue =>
  enqueueItem(testQueue(name), {
    target: { type: "video", id: `v${n}`, label: `Video ${n}` },
    triggeredBy: "manual",
    ...extra,
    payload: { n }
  })

/** The columns of a job row that the tests check. */
export const JobRow = Schema.Struct({
  id: Schema.String,
  state: Schema.Number,
  attempts: Schema.Number,
  max_attempts: Schema.Number,
  rev: Schema.Number,
  rerun_requested: Schema.Boolean,
  result: Schema.Unknown,
  error: Schema.NullOr(Schema.Struct({ message: Schema.String, detail: Schema.optional(Schema.String) })),
  payload: TestPayload
})

/**
 * Creates:
 * - a test database with the queues
 * - a runtime with the layers that callers of this package use
 * - functions that start workers
 */
export const makeHarness = async () => {
  const database = await createTestDatabase()
  const pgOptions = {
    url: database.url,
    applicationName: "jobs-test",
    maxConnections: 8,
    queryTimeoutMillis: 10_000
  }
  const pgLayer = PgLive.layer(pgOptions)
  const runtime = ManagedRuntime.make(Layer.provideMerge(WakeUp.layer, pgLayer))
  const pool: Pool = await runtime.runPromise(PgPool)
  const workers: Array<Scope.CloseableScope> = []

  const rows = async (
    text: string,
    values: Array<unknown> = []
  ): Promise<ReadonlyArray<Record<string, unknown>>> =>
    (
      await (values.length === 0
        ? pool.query<Record<string, unknown>>(text)
        : pool.query<Record<string, unknown>>(text, values))
    ).rows

  return {
    url: database.url,
    pool,
    rows,
    run: runtime.runPromise,
    /** Runs an effect in the background of the test. Calling the returned function interrupts the effect. */
    fork: <A, E>(effect: Effect.Effect<A, E, ManagedRuntime.ManagedRuntime.Context<typeof runtime>>) => {
      const fiber = runtime.runFork(effect)
      return () => Effect.runPromise(Fiber.interrupt(fiber))
    },
    enqueue: (items: ReadonlyArray<Enqueue>) => runtime.runPromise(enqueue(items)),
    jobs: async () =>
      Schema.decodeUnknownSync(Schema.Array(JobRow))(
        await rows(`select id, state, attempts, max_attempts, rev, result, error, payload,
                      exists (select from job_rerun_requests r where r.job_run_id = jobs.id) as rerun_requested
                    from jobs order by id`)
      ),
    /** Starts a worker in this process. Calling the returned function stops the worker gracefully. */
    startWorker: async (
      processors: ReadonlyArray<Processor<never>>,
      options: Partial<WorkerPoolOptions<never>> = {}
    ) => {
      const scope = await Effect.runPromise(Scope.make())
      workers.push(scope)
      const layer = WorkerPool.layer({ processors, drainMillis: 2_000, ...options }).pipe(
        Layer.provide(PgLive.layer(pgOptions))
      )
      await Effect.runPromise(Layer.buildWithScope(layer, scope))
      return () => Effect.runPromise(Scope.close(scope, Exit.void))
    },
    close: async () => {
      for (const scope of workers) await Effect.runPromise(Scope.close(scope, Exit.void))
      await runtime.dispose()
      await database.drop()
    }
  }
}

export type Harness = Awaited<ReturnType<typeof makeHarness>>

/** Waits until the check succeeds. Throws after `millis`. */
export const eventually = async (check: () => Promise<boolean>, millis = 60_000): Promise<void> => {
  const end = performance.now() + millis
  while (!(await check())) {
    if (performance.now() > end)
      throw new Error(`the condition was still false after ${millis} ms: ${check.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
