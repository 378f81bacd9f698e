import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Binaries } from "./Binaries.ts"
import { clusterMajor, locate } from "./Binaries.ts"
import type { EmbeddedPostgresError } from "./errors.ts"
import { DatabaseFailed, DataDirInUse } from "./errors.ts"
import type { Layout } from "./Layout.ts"
import { attempt, layoutOf, prepare } from "./Layout.ts"
import { clearStale, findLive, stop } from "./Postmaster.ts"
import { asAccount, asOurselves, isShutOut, reach, whyNot } from "./Reach.ts"
import { copyBinaries, finishMove, leaveRefuge, moveCluster, openRefuge } from "./Refuge.ts"
import type { Account, RunAs } from "./RunAs.ts"
import { databaseAccount } from "./RunAs.ts"
import { searchPath } from "./SearchPathConfig.ts"

/** The locations of the database cluster and of PostgreSQL's programs, and the way to run the programs. */
export interface Home {
  readonly layout: Layout
  readonly binaries: Binaries
  readonly runAs: RunAs
}

export interface SettleOptions {
  readonly dataDir: string
  readonly throwAway: boolean
  readonly packageDir: string | undefined
  readonly onStep: (step: string) => void
}

/**
 * Determines where the cluster is, and which account runs PostgreSQL.
 *
 * If this process does not run as root, the cluster is in the data directory, and PostgreSQL runs as the same user.
 *
 * If this process runs as root, PostgreSQL needs another account, because PostgreSQL refuses to run as root. If that
 * account may not enter the folders, PostgreSQL is started with a capability. If no capability is available, the files
 * are moved to a folder that the account can access (see Refuge.ts).
 */
export const settle = (options: SettleOptions): Effect.Effect<Home, EmbeddedPostgresError, Scope.Scope> =>
  Effect.gen(function* () {
    yield* attempt(options.dataDir, () => finishMove(layoutOf(options.dataDir)))
    const layout = layoutOf(options.dataDir)
    const account = databaseAccount(layout.clusterDir)
    yield* prepare(layout, account)
    const path = yield* searchPath
    const binaries = yield* locate({ ...layout, searchPath: path, packageDir: options.packageDir })
    if (account === undefined) return { layout, binaries, runAs: asOurselves() }
    const runAs = reach(account, layout, binaries)
    return runAs === undefined
      ? yield* takeRefuge({ layout, binaries, account }, options)
      : { layout, binaries, runAs }
  })

const takeRefuge = (
  { account, binaries, layout }: { layout: Layout; binaries: Binaries; account: Account },
  { onStep, throwAway }: SettleOptions
) =>
  Effect.gen(function* () {
    const refuge = yield* attempt(layout.dataDir, () => openRefuge(layout, account, throwAway))
    if (throwAway) yield* Effect.addFinalizer(() => Effect.sync(() => leaveRefuge(layout, refuge)))
    const runAs = asAccount(account)
    const refusal = whyNot(runAs, layout, binaries)
    const copied = attempt(refuge, () => copyBinaries(binaries, refuge))
    const reachable = refusal === undefined ? binaries : yield* copied
    const still = whyNot(runAs, layout, reachable)
    if (still !== undefined) {
      const step = clusterMajor(layout.clusterDir) === undefined ? "create" : "start"
      return yield* new DatabaseFailed({ step, detail: still })
    }
    if (isShutOut(account, layout)) yield* bringToRefuge(layout, refuge)
    const home = layoutOf(layout.dataDir)
    yield* prepare(home, account)
    onStep(
      `PostgreSQL cannot run as root, and its account cannot access every folder here, so its files are in ${refuge}`
    )
    return { layout: home, binaries: reachable, runAs }
  })

/**
 * Moves the cluster to the refuge. If the database is still running from an earlier start, stops it first, because the
 * files of a running database must not be moved.
 */
const bringToRefuge = (layout: Layout, refuge: string) =>
  Effect.gen(function* () {
    const live = yield* findLive(layout)
    if (live !== undefined) yield* stop(live)
    if (live?.isGone() === false) {
      return yield* new DataDirInUse({ dataDir: layout.dataDir, holder: `process ${live.pid}` })
    }
    yield* clearStale(layout)
    yield* attempt(layout.dataDir, () => moveCluster(layout, refuge))
  })
