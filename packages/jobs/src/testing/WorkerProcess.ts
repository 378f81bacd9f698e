import * as PgLive from "@media/pg/PgLive"
import { PgPool } from "@media/pg/PgPool"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { plainProcessor } from "../Processor.ts"
import { queue, type QueueName } from "../QueueDef.ts"
import { WorkerPool } from "../WorkerPool.ts"

// A worker process that tests kill, freeze and stop. Usage: `node <bundle> <database url>`. The payload's n is the
// duration of a job in milliseconds. A negative n kills this process. Every attempt is recorded in the table `ran`.

const [, , url = ""] = process.argv
const names: ReadonlyArray<QueueName> = ["preview", "fingerprint", "media-probe"]

const body = (name: QueueName) =>
  plainProcessor(
    queue({ name, label: name, payload: Schema.Struct({ n: Schema.Number }) }),
    ({ n }, context) =>
      Effect.gen(function* () {
        const pool = yield* PgPool
        if (n < 0) process.kill(process.pid, "SIGKILL")
        yield* Effect.promise(() =>
          pool.query("insert into ran (id, queue, attempt, pid) values ($1, $2, $3, $4)", [
            context.jobRunId,
            name,
            context.attempt,
            process.pid
          ])
        )
        yield* Effect.sleep(n)
        yield* Effect.promise(() =>
          pool.query("update ran set ended = clock_timestamp() where id = $1 and attempt = $2 and pid = $3", [
            context.jobRunId,
            context.attempt,
            process.pid
          ])
        )
        return { pid: process.pid }
      })
  )

const layer = WorkerPool.layer({ processors: names.map(body), drainMillis: 2_000 }).pipe(
  Layer.provide(
    PgLive.layer({ url, applicationName: "worker-process", maxConnections: 6, queryTimeoutMillis: 10_000 })
  )
)

const fiber = Effect.runFork(Layer.launch(layer))
process.on("SIGTERM", () => {
  fiber.addObserver(() => process.exit(0))
  fiber.unsafeInterruptAsFork(fiber.id())
})
