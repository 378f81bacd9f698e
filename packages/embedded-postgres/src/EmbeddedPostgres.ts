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
  /** `share`: if another launcher is running, use its database instead of failing. For a standalone worker. */
  readonly mode?: "own" | "share"
  /** No durability at all, for tests. */
  readonly throwAway?: boolean
  readonly settings?: Settings
  /** The npm package with the programs, if it is not the detected one. */
  readonly packageDir?: string
  /**
   * Called with the running database if it existed before. The returned work runs while the database is stopped, with
   * the folder of its files; then the database starts again.
   */
  readonly whileStopped?: (url: string) => Effect.Effect<WhileStopped | undefined>
  /** Receives one line for each slow step. */
  readonly onStep?: (step: string) => void
}

/** Must not change anything in the folder. No process uses it meanwhile. */
export type WhileStopped = (clusterDir: string) => Effect.Effect<void>

export interface RunningPostgres {
  /** Database `media`, as user `media`. */
  readonly url: string
  readonly adopted: boolean
  /** Where PostgreSQL writes its own messages. */
  readonly logFile: string
  /** The scope also calls this; a second call does nothing. */
  readonly stop: Effect.Effect<void>
  /** Ends only if another launcher takes the data directory; a database that died is restarted without limit. */
  readonly lost: Effect.Effect<never, DataDirInUse>
}

/** Starts (or takes over) the private PostgreSQL of a data directory and keeps it running until the scope closes. */
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

/** The data directory stays ours meanwhile. As at every start, leftovers of a hard stop are cleared or waited for. */
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

/** A file system can fail in many ways; each becomes a message for the operator rather than a defect of ours. */
const asUnusable = (defect: unknown) => {
  const { path, syscall } = (defect ?? {}) as NodeJS.ErrnoException
  return syscall === undefined || path === undefined
    ? Effect.die(defect)
    : Effect.fail(new DataDirUnusable({ path, reason: reasonOf(defect) }))
}

/** True to use another launcher's database; false if we now hold the directory. */
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
      // The holder is still creating or starting it, or is shutting down.
      yield* Effect.sleep("100 millis")
    }
  })
