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
 * Signals that indicate a crash, because no one sends them to stop a process. SIGKILL is not included, because the
 * kernel, an operator or a deployment tool may send it.
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

/**
 * True if the process crashed or exited with an error. In that case, the job that the process was running may be the
 * cause.
 */
export const isCrash = ({ code, pid, signal }: ChildExit): boolean =>
  pid !== undefined && (signal === null ? code !== 0 : crashSignals.has(signal))

/**
 * V8 memory options of each child process.
 *
 * A heap limit makes V8 collect garbage before the garbage is several times as large as the live data. The effect was
 * measured after a scan of 400 videos and 800 list requests. The limit reduced the server from 128 MB to 71-85 MB, and
 * the worker from 89 MB to 46 MB.
 *
 * Young generation of the server: 16 MB is the default of Node 20. With the default of Node 24, an idle server kept a
 * young generation of 128 MB, of which 42 MB were garbage. The server used 172 MB PSS then, and uses 124 MB now. With 4
 * MB, a list of videos took 15% more CPU time.
 *
 * Young generation of the worker: it is small, because starting ffprobe takes longer if the worker is larger (1 ms at
 * 60 MB, 4 ms at 200 MB). Scanning and examining music takes 2.09 ms per track with 4 MB, 1.93 ms with 8 MB and 2.02 ms
 * with 16 MB.
 *
 * Initial size of the young generation: V8 would start with 1 MB and grow the young generation. Many objects created at
 * startup stay alive, so V8 would copy them each time. For the server, starting with 8 MB saves an eighth of the CPU
 * time of loading. For the worker, starting with 4 MB saves a tenth.
 *
 * The worker's heap may double before a full collection. V8 counts pixels from a pipe as heap growth. V8 therefore ran
 * a full collection for every second picture (53 times for 120 photos, now 11 times). With this option, the worker
 * reaches 0.83 instead of 0.78 times the speed of bare sharp, and uses 40 MB more.
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
 * Starts a Node process in its own session. Ctrl-C therefore reaches only the launcher, and the launcher then stops its
 * children in order. If the launcher is killed on Linux, the kernel kills the child (setpriv). On other systems, the
 * child exits when the IPC channel closes ("disconnect").
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

/**
 * Sends SIGTERM and waits until the child exits or `gracePeriod` completes. Then kills the child and all processes that
 * it started.
 */
export const stopChild = (child: Child, gracePeriod: Effect.Effect<unknown>): Effect.Effect<void> =>
  Effect.gen(function* () {
    child.process.kill("SIGTERM")
    // Finalizers are uninterruptible, so without `interruptible` this race would also wait for its loser.
    yield* Effect.raceFirst(Effect.interruptible(child.exited), Effect.interruptible(gracePeriod))
    killGroup(child.process)
    yield* child.exited
  })

const killGroup = (child: ChildProcess) => {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, "SIGKILL")
  } catch {
    // Usually all processes of the group have already exited.
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
