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
  /**
   * The behavior if another launcher already runs this database: fail (`own`, the default), or use its database (`share`,
   * for a standalone worker).
   */
  readonly mode?: "own" | "share"
  /** True for a temporary database without any durability, for tests. */
  readonly throwAway?: boolean
  readonly settings?: Settings
  /** Folder of the npm package that contains the programs. The default is the installed package for this platform. */
  readonly packageDir?: string
  /**
   * Called with the URL of the running database, unless the database was just created. If it returns a function, the
   * database is stopped, the function is run, and the database is started again.
   */
  readonly whileStopped?: (url: string) => Effect.Effect<WhileStopped | undefined>
  /** Called before each slow step, with a line of text to show to the operator. */
  readonly onStep?: (step: string) => void
}

/**
 * Called with the folder of the database files while the database is stopped and no process uses it. It may read the
 * files, for example to back them up, but must not change them.
 */
export type WhileStopped = (clusterDir: string) => Effect.Effect<void>

export interface RunningPostgres {
  /** Connection URL of the database `media` for the user `media`. */
  readonly url: string
  readonly adopted: boolean
  /** The file to which PostgreSQL writes its log messages. */
  readonly logFile: string
  /** Stops the database. This also happens when the scope closes. Stopping twice does no harm. */
  readonly stop: Effect.Effect<void>
  /**
   * Never succeeds, and fails only if another process takes over the data directory. A database that dies is always
   * restarted.
   */
  readonly lost: Effect.Effect<never, DataDirInUse>
}

/**
 * Starts the private PostgreSQL of a data directory. If PostgreSQL is still running from an earlier start, takes over
 * the running instance instead. Keeps PostgreSQL running until the scope closes.
 */
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
 * Stops the database, runs `work`, and starts the database again. This process keeps the data directory locked
 * meanwhile. If the database had to be killed, remaining processes and files are removed first, as at every start.
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

/**
 * Locks the data directory and returns false. In the mode `share`, returns true instead if another launcher has locked
 * it and its database is running.
 */
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
      // The other launcher is still creating or starting its database, or is shutting down, so try again.
      yield* Effect.sleep("100 millis")
    }
  })
