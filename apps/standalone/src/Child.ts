import * as Effect from "effect/Effect"
import type { ChildProcess } from "node:child_process"
import { spawn, spawnSync } from "node:child_process"
import { forward } from "./Output.ts"

export interface ChildSpec {
  readonly name: "server" | "worker"
  readonly entry: string
  readonly env: NodeJS.ProcessEnv
}

export interface Child {
  readonly process: ChildProcess
  readonly exited: Effect.Effect<ChildExit>
}

export interface ChildExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly pid: number | undefined
}

/**
 * Signals that are never sent to stop a process. SIGKILL is not one of them, because the kernel, an operator or a
 * deployment may send it.
 */
const crashSignals: ReadonlySet<string> = new Set([
  "SIGABRT",
  "SIGBUS",
  "SIGFPE",
  "SIGILL",
  "SIGSEGV",
  "SIGSYS",
  "SIGTRAP"
])

/** True if the process ended by itself, in which case its job may be the cause. */
export const isCrash = ({ code, pid, signal }: ChildExit): boolean =>
  pid !== undefined && (signal === null ? code !== 0 : crashSignals.has(signal))

/**
 * A limit on the heap makes V8 collect before garbage is several times the live data. The larger a process is, the
 * longer it takes to start ffprobe (1 ms from 60 MB, 4 ms from 200 MB), hence the worker's small young generation
 * (scanning and examining music takes 2.09 ms per track with 4 MB, 1.93 with 8, 2.02 with 16). The server has the
 * default of Node 20: 4 MB cost a list of videos 15 % more CPU. After a scan of 400 videos and 800 lists: server 128 to 71-85 MB,
 * worker 89 to 46 MB. Source maps are off: they take 60 MB of memory per process, and bundles keep function names.
 * `NODE_OPTIONS=--enable-source-maps` enables them.
 * A start creates much that stays, so a young generation that begins with 1 MB is copied again and again: 8 MB save an
 * eighth of the CPU time of loading the server, 4 MB a tenth of that of the worker.
 * 16 MB are the default of Node 20. That of Node 24 let an idle server keep 128 MB of young generation, 42 MB of them
 * garbage (172 MB PSS, now 124).
 * The worker's heap may double before a full collection: pixels from a pipe count as growth, and made V8 collect for
 * every second picture (53 times for 120 photos, now 11; 0.78 to 0.83 x the speed of bare sharp, for 40 MB more).
 */
const V8_OPTIONS = {
  server: ["--max-old-space-size=512", "--min-semi-space-size=8", "--max-semi-space-size=16"],
  worker: [
    "--max-old-space-size=512",
    "--min-semi-space-size=4",
    "--max-semi-space-size=8",
    "--heap-growing-percent=100"
  ]
} as const

/**
 * Starts one Node process in its own session, so that Ctrl-C reaches only the launcher, which controls the order of
 * stopping. If the launcher is killed, the kernel kills the child (setpriv, Linux); elsewhere the closing IPC channel
 * ends it ("disconnect").
 */
export const spawnChild = ({ entry, env, name }: ChildSpec): Effect.Effect<Child> =>
  Effect.sync(() => {
    const node = [process.execPath, ...V8_OPTIONS[name], entry]
    const [file = "", ...args] = canSetpriv() ? ["setpriv", "--pdeathsig", "KILL", "--", ...node] : node
    const child = spawn(file, args, { env, detached: true, stdio: ["ignore", "pipe", "pipe", "ipc"] })
    if (child.stdout) forward(name, child.stdout)
    if (child.stderr) forward(name, child.stderr)
    const ended = new Promise<ChildExit>((resolve) => {
      child.once("error", () => resolve({ code: 127, signal: null, pid: undefined }))
      child.once("exit", (code, signal) => resolve({ code, signal, pid: child.pid }))
    })
    return { process: child, exited: Effect.promise(() => ended) }
  })

/** Asks a child to end and waits for `gracePeriod`; then it and its remaining processes are killed. */
export const stopChild = (child: Child, gracePeriod: Effect.Effect<unknown>): Effect.Effect<void> =>
  Effect.gen(function* () {
    child.process.kill("SIGTERM")
    // A finalizer cannot be interrupted, so the loser of this race would be waited for without "interruptible".
    yield* Effect.raceFirst(Effect.interruptible(child.exited), Effect.interruptible(gracePeriod))
    killGroup(child.process)
    yield* child.exited
  })

const killGroup = (child: ChildProcess) => {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, "SIGKILL")
  } catch {
    // Usually, the whole group has ended already.
  }
}

export const describeExit = ({ code, signal }: ChildExit): string =>
  signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`

let setprivWorks: boolean | undefined

/** BusyBox has a `setpriv` without `--pdeathsig`; asked once, 3 ms. */
const canSetpriv = (): boolean =>
  (setprivWorks ??=
    process.platform === "linux" &&
    spawnSync("setpriv", ["--pdeathsig", "KILL", "--", "true"], { stdio: "ignore" }).status === 0)
