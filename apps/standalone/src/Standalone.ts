import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { checkDataDir, checkEntry, checkPort } from "./Checks.ts"
import { openDatabase } from "./Database.ts"
import { awaitHealthy } from "./Health.ts"
import { describeMediaTools } from "./MediaTools.ts"
import { print, step } from "./Output.ts"
import { readyLines } from "./ReadyLines.ts"
import type { Refusal } from "./Refusal.ts"
import { updateSchema } from "./SchemaUpdate.ts"
import { childEnvironment, standaloneConfig, withoutSecrets } from "./StandaloneConfig.ts"
import { preload, supervise } from "./Supervisor.ts"

/** Time that children have to finish their work after the launcher has told them to stop. */
const GRACE_PERIOD = Duration.seconds(10)

/**
 * Starts the database, updates the schema, and starts the server and the worker, in this order. Closing the scope stops
 * them in reverse order. `forceStop` ends every wait immediately (the second Ctrl-C).
 */
export const standalone = (forceStop: Effect.Effect<void>): Effect.Effect<never, Refusal, Scope.Scope> =>
  Effect.gen(function* () {
    const config = yield* standaloneConfig
    yield* checkEntry(config.serverEntry)
    yield* checkEntry(config.workerEntry)
    yield* checkDataDir(config.dataDir)
    yield* checkPort(config.host, config.port)
    const base = childEnvironment(config)
    const preloadedServer = yield* preload({ name: "server", entry: config.serverEntry, env: base })
    const preloadedWorker = yield* preload({
      name: "worker",
      entry: config.workerEntry,
      env: withoutSecrets(base)
    })
    // This step runs while the database starts, because both mostly wait for other programs.
    const tools = yield* Effect.forkScoped(describeMediaTools)
    const database = yield* openDatabase(config)
    yield* updateSchema(database.url, config.migrationsDir, database.beforeUpgrade)
    for (const line of yield* Fiber.join(tools)) print(line)
    const env = { ...base, DATABASE_URL: database.url }
    const gracePeriod = Effect.raceFirst(forceStop, Effect.sleep(GRACE_PERIOD))
    const server = supervise({ name: "server", entry: config.serverEntry, env }, preloadedServer, gracePeriod)
    const worker = supervise(
      { name: "worker", entry: config.workerEntry, env: withoutSecrets(env) },
      preloadedWorker,
      gracePeriod
    )
    const ready = step("Starting the server and the worker", awaitHealthy(config)).pipe(
      Effect.andThen(Effect.sync(() => readyLines(config).forEach((line) => print(line)))),
      Effect.andThen(Effect.never)
    )
    yield* Effect.all([server, worker, ready, database.lost], { concurrency: "unbounded", discard: true })
    return yield* Effect.never
  })
