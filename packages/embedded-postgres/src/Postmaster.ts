import { spawn } from "node:child_process"
import * as fs from "node:fs"
import { connect } from "node:net"
import * as Effect from "effect/Effect"
import type { Binaries } from "./Binaries.ts"
import { environment } from "./Binaries.ts"
import { DatabaseFailed, DataDirInUse } from "./errors.ts"
import type { Layout } from "./Layout.ts"
import { PORT, socketFile } from "./Layout.ts"
import { pidFileOf, readPidFile } from "./PidFile.ts"
import { isPostmasterOf, workingIn } from "./Process.ts"
import type { RunAs } from "./RunAs.ts"
import { launch } from "./RunAs.ts"
import type { Settings } from "./Settings.ts"
import { postgresArguments } from "./Settings.ts"

/**
 * The main process of a running PostgreSQL. `isGone` returns true once it has ended. `adopted` is true if an earlier
 * launcher started it.
 */
export interface Postmaster {
  readonly pid: number
  readonly adopted: boolean
  readonly isGone: () => boolean
}

export interface Plan {
  readonly layout: Layout
  readonly binaries: Binaries
  readonly runAs: RunAs
  readonly settings: Settings
  readonly throwAway: boolean
}

/** Returns the running postmaster of this cluster, or undefined if there is none. Waits if it is still starting. */
export const findLive = (layout: Layout): Effect.Effect<Postmaster | undefined, DataDirInUse> =>
  Effect.gen(function* () {
    for (;;) {
      const file = readPidFile(layout.clusterDir)
      if (file === undefined) return undefined
      const ours = isPostmasterOf(file.pid, layout.clusterDir)
      const answers = yield* canConnect(file.socketDir)
      if (ours && answers && file.status === "ready") {
        return { pid: file.pid, adopted: true, isGone: () => !isPostmasterOf(file.pid, layout.clusterDir) }
      }
      if (!ours) {
        if (!answers) return undefined
        // A database responds, but no process in this container is its postmaster. Another container must be using the
        // same data directory.
        return yield* new DataDirInUse({
          dataDir: layout.dataDir,
          holder: "a database outside this container"
        })
      }
      yield* Effect.sleep("20 millis")
    }
  })

/**
 * Removes the pid and lock files of a dead postmaster. With these files, PostgreSQL would refuse to start while the
 * dead postmaster is still a zombie. First waits for the backend processes of the dead postmaster to exit, and kills
 * them if necessary. Otherwise, two instances could write to the cluster at the same time and destroy it.
 */
export const clearStale = (layout: Layout): Effect.Effect<void, DatabaseFailed> =>
  Effect.gen(function* () {
    if (process.platform !== "linux" || readPidFile(layout.clusterDir) === undefined) return
    // Orphaned backends usually exit on their own as soon as they notice that the postmaster has died.
    if (!(yield* becomesTrue(() => workingIn(layout.clusterDir).length === 0, 100))) {
      for (const pid of workingIn(layout.clusterDir)) process.kill(pid, "SIGKILL")
      if (!(yield* becomesTrue(() => workingIn(layout.clusterDir).length === 0, 100))) {
        const detail = `processes ${workingIn(layout.clusterDir).join(", ")} of an earlier run could not be stopped`
        return yield* new DatabaseFailed({ step: "start", detail })
      }
    }
    fs.rmSync(pidFileOf(layout.clusterDir), { force: true })
    fs.rmSync(`${socketFile(layout.socketDir)}.lock`, { force: true })
  })

/**
 * Starts the postmaster in its own session, so that Ctrl-C in the terminal does not reach it directly. The launcher
 * shuts it down instead.
 */
export const spawnPostmaster = ({
  binaries,
  layout,
  runAs,
  settings
}: Plan): Effect.Effect<Postmaster, DatabaseFailed> =>
  Effect.async((resume) => {
    const { args, file, options } = launch(
      runAs,
      binaries.postgres,
      postgresArguments(layout, settings),
      true
    )
    const log = openLog(layout.logFile)
    if (runAs.account !== undefined) fs.fchownSync(log, runAs.account.uid, runAs.account.gid)
    const stdio: ["ignore", number, number] = ["ignore", log, log]
    const child = spawn(file, [...args], {
      ...options,
      cwd: "/",
      detached: true,
      stdio,
      env: environment(binaries)
    })
    fs.closeSync(log)
    child.once("error", (error) => resume(new DatabaseFailed({ step: "start", detail: error.message })))
    child.once("spawn", () => {
      child.unref()
      const isGone = () => child.exitCode !== null || child.signalCode !== null
      resume(Effect.succeed({ pid: child.pid ?? 0, adopted: false, isGone }))
    })
  })

/**
 * Waits until PostgreSQL is ready and its socket accepts connections, which may take a while after a crash. Fails with
 * the end of the log if PostgreSQL exits.
 */
export const awaitReady = ({ layout }: Plan, postmaster: Postmaster): Effect.Effect<void, DatabaseFailed> =>
  Effect.gen(function* () {
    for (;;) {
      if (postmaster.isGone()) {
        return yield* new DatabaseFailed({
          step: "start",
          detail: tail(fs.readFileSync(layout.logFile, "utf8"))
        })
      }
      const file = readPidFile(layout.clusterDir)
      if (file?.pid === postmaster.pid && file.status === "ready" && (yield* canConnect(layout.socketDir)))
        return
      yield* Effect.sleep("5 millis")
    }
  })

/**
 * Stops PostgreSQL. SIGINT makes it disconnect all clients and shut down cleanly, which usually takes 11-35 ms. After
 * 10 s, SIGQUIT follows, and after another 10 s, SIGKILL.
 */
export const stop = (postmaster: Postmaster): Effect.Effect<void> =>
  Effect.gen(function* () {
    for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
      if (postmaster.isGone()) return
      try {
        process.kill(postmaster.pid, signal)
      } catch {
        return
      }
      if (yield* becomesTrue(postmaster.isGone, 2000)) return
    }
  })

const becomesTrue = (condition: () => boolean, tries: number) =>
  Effect.gen(function* () {
    for (let left = tries; left > 0; left--) {
      if (condition()) return true
      yield* Effect.sleep(tries > 100 ? "5 millis" : "50 millis")
    }
    return condition()
  })

const canConnect = (socketDir: string): Effect.Effect<boolean> =>
  Effect.async((resume) => {
    const socket = connect(`${socketDir}/.s.PGSQL.${PORT}`)
    socket.once("connect", () => {
      socket.destroy()
      resume(Effect.succeed(true))
    })
    socket.once("error", () => resume(Effect.succeed(false)))
  })

const LOG_LIMIT = 10 * 1024 * 1024

/**
 * Opens the log file. If the file is larger than `LOG_LIMIT`, starts a new file. The log is a file and not a pipe to
 * the launcher, so that the database can still write to the log after the launcher has died.
 */
const openLog = (file: string): number => {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_LIMIT) fs.renameSync(file, `${file}.1`)
  return fs.openSync(file, "a", 0o640)
}

export const tail = (text: string) => text.trim().split("\n").slice(-5).join("\n")
