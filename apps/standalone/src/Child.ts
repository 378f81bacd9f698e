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
 * Signals that indicate a crash, because no program sends them to stop a process. SIGKILL is not included, because the
 * kernel, an operator or a deployment may send it.
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

/** True if the process ended on its own, in which case its job may be the cause. */
export const isCrash = ({ code, pid, signal }: ChildExit): boolean =>
  pid !== undefined && (signal === null ? code !== 0 : crashSignals.has(signal))

/**
 * Memory options of each child.
 *
 * A limit on the heap makes V8 collect before the garbage is several times as large as the live data. After a scan of
 * 400 videos and 800 lists, this reduced the server from 128 to 71-85 MB and the worker from 89 to 46 MB.
 *
 * Young generation of the server: 16 MB is the default of Node 20. With the default of Node 24, an idle server kept a
 * young generation of 128 MB, of which 42 MB were garbage (172 MB PSS, now 124). With 4 MB, a list of videos took 15%
 * more CPU time.
 *
 * Young generation of the worker: the larger a process is, the longer it takes to start ffprobe (1 ms from 60 MB, 4 ms
 * from 200 MB), so it is small. Scanning and examining music takes 2.09 ms per track with 4 MB, 1.93 with 8, 2.02 with
 * 16.
 *
 * Initial size: many objects created at startup are kept, so V8 would copy a young generation that begins with 1 MB
 * again and again. Beginning with 8 MB saves an eighth of the CPU time of loading the server, 4 MB a tenth of that of
 * the worker.
 *
 * The worker's heap may double before a full collection. Pixels from a pipe count as heap growth and made V8 collect
 * for every second picture (53 times for 120 photos, now 11). With this option, the speed is 0.83 instead of 0.78 times
 * that of bare sharp, for 40 MB more.
 *
 * Source maps are off, because they take 60 MB of memory per process and bundles keep function names.
 * `NODE_OPTIONS=--enable-source-maps` enables them.
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
 * Starts a Node process in a separate session, so that Ctrl-C reaches only the launcher, which stops its children in
 * order. If the launcher is killed, the kernel kills the child (setpriv, on Linux). On other systems, the child ends
 * when the IPC channel closes ("disconnect").
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

/** Asks a child to end and waits for `gracePeriod`. Then kills the child and its remaining processes. */
export const stopChild = (child: Child, gracePeriod: Effect.Effect<unknown>): Effect.Effect<void> =>
  Effect.gen(function* () {
    child.process.kill("SIGTERM")
    // A finalizer cannot be interrupted, so without "interruptible" it would also wait for the loser of this race.
    yield* Effect.raceFirst(Effect.interruptible(child.exited), Effect.interruptible(gracePeriod))
    killGroup(child.process)
    yield* child.exited
  })

const killGroup = (child: ChildProcess) => {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, "SIGKILL")
  } catch {
    // Usually the whole group has already ended.
  }
}

export const describeExit = ({ code, signal }: ChildExit): string =>
  signal === null ? `exited with code ${code}` : `was killed by ${signal}`

let setprivWorks: boolean | undefined

/** True if setpriv supports `--pdeathsig`, which BusyBox does not. The check takes 3 ms and runs only once. */
const canSetpriv = (): boolean =>
  (setprivWorks ??=
    process.platform === "linux" &&
    spawnSync("setpriv", ["--pdeathsig", "KILL", "--", "true"], { stdio: "ignore" }).status === 0)
