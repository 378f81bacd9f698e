import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { clusterMajor } from "./Binaries.ts"
import { databaseUrl, ensureDatabase } from "./Database.ts"
import type { DataDirInUse, EmbeddedPostgresError } from "./errors.ts"
import { DataDirUnusable, reasonOf } from "./errors.ts"
import { keepUp } from "./Keeper.ts"
import { layoutOf, prepareDataDir } from "./Layout.ts"
import { hold } from "./LockFile.ts"
import { clearStale, findLive, type Plan } from "./Postmaster.ts"
import { databaseAccount } from "./RunAs.ts"
import type { Settings } from "./Settings.ts"
import { THROW_AWAY } from "./Settings.ts"
import { settle } from "./Settle.ts"

export interface StartOptions {
  readonly dataDir: string
  /** With `share`, a running launcher's database is used instead of failing. For a standalone worker. */
  readonly mode?: "own" | "share"
  /** True to turn off durability completely. For tests. */
  readonly throwAway?: boolean
  readonly settings?: Settings
  /** The npm package with the programs. The default is the package that was detected. */
  readonly packageDir?: string
  /**
   * Called with the URL of the running database if the database existed before. If it returns work, the database is
   * stopped, the work runs with the folder of the database files, and the database starts again.
   */
  readonly whileStopped?: (url: string) => Effect.Effect<WhileStopped | undefined>
  /** Called with a line of text for each slow step. */
  readonly onStep?: (step: string) => void
}

/** Reads the folder of a stopped database. No process uses the folder at this time. Must not change the folder. */
export type WhileStopped = (clusterDir: string) => Effect.Effect<void>

export interface RunningPostgres {
  /** URL of the database `media` for the user `media`. */
  readonly url: string
  readonly adopted: boolean
  /** The file to which PostgreSQL writes its log messages. */
  readonly logFile: string
  /** Stops the database. The scope also calls this effect, and a second call has no effect. */
  readonly stop: Effect.Effect<void>
  /** Fails only if another launcher takes the data directory. A database that died is restarted without limit. */
  readonly lost: Effect.Effect<never, DataDirInUse>
}

/** Starts or takes over the private PostgreSQL of a data directory, and keeps it running until the scope closes. */
export const start = (
  options: StartOptions
): Effect.Effect<RunningPostgres, EmbeddedPostgresError, Scope.Scope> =>
  Effect.gen(function* () {
    const { dataDir, onStep = () => undefined, throwAway = false } = options
    if (yield* sharesAnother(dataDir, options.mode ?? "own")) {
      const layout = layoutOf(dataDir)
      const { logFile } = layout
      const url = databaseUrl(layout, "media")
      return { url, adopted: true, logFile, stop: Effect.void, lost: Effect.never }
    }
    const home = yield* settle({ dataDir, throwAway, onStep, packageDir: options.packageDir })
    const settings = { ...(throwAway ? THROW_AWAY : {}), ...options.settings }
    const plan = { ...home, settings, throwAway }
    const url = databaseUrl(home.layout, "media")
    const isNew = clusterMajor(home.layout.clusterDir) === undefined
    const first = yield* keepUp(plan, onStep)
    yield* ensureDatabase(home.layout)
    const work = isNew ? undefined : yield* options.whileStopped?.(url) ?? Effect.void
    const keeper = work === undefined ? first : yield* between(plan, first, work, onStep)
    return { url, logFile: home.layout.logFile, ...keeper }
  }).pipe(Effect.catchAllDefect(asUnusable), Effect.withSpan("embedded-postgres.start"))

type Kept = Effect.Effect.Success<ReturnType<typeof keepUp>>

/**
 * Runs the work while the database is stopped. This process keeps the lock of the data directory. As at every start,
 * leftovers of a hard stop are removed, or their end is awaited.
 */
const between = (plan: Plan, running: Kept, work: WhileStopped, onStep: (step: string) => void) =>
  Effect.gen(function* () {
    yield* running.stop
    if ((yield* findLive(plan.layout)) === undefined) {
      yield* clearStale(plan.layout)
      yield* work(plan.layout.clusterDir)
    }
    const keeper = yield* keepUp(plan, onStep)
    yield* ensureDatabase(plan.layout)
    return keeper
  })

/** Converts file system errors to messages for the operator. Other defects are rethrown. */
const asUnusable = (defect: unknown) => {
  const { path, syscall } = (defect ?? {}) as NodeJS.ErrnoException
  return syscall === undefined || path === undefined
    ? Effect.die(defect)
    : Effect.fail(new DataDirUnusable({ path, reason: reasonOf(defect) }))
}

/** Returns true to use the database of another launcher, and false if this process has locked the data directory. */
const sharesAnother = (dataDir: string, mode: "own" | "share") =>
  Effect.gen(function* () {
    for (;;) {
      const layout = layoutOf(dataDir)
      yield* prepareDataDir(layout, databaseAccount(layout.clusterDir))
      const held = yield* hold(layout).pipe(
        Effect.as(true),
        mode === "own" ? (self) => self : Effect.catchTag("DataDirInUse", () => Effect.succeed(false))
      )
      if (held) return false
      if ((yield* findLive(layout)) !== undefined) return true
      // The other launcher is still creating or starting the database, or is shutting down.
      yield* Effect.sleep("100 millis")
    }
  })
