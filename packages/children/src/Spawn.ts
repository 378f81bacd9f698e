import { type ChildProcess, spawn } from "node:child_process"
import { writeFileSync } from "node:fs"

/**
 * When memory runs out, the kernel ends the child before the process that started it: one conversion is lost then, not
 * all that a server or worker has in hand. Half of the scale, so a child counts as half of the memory more than it holds.
 */
const OOM_SCORE_ADJUSTMENT = "500"

const isWindows = process.platform === "win32"

export interface SpawnOptions {
  /** A pipe to write to; default: no input. */
  readonly stdin?: "pipe"
  /** Output pipes beside stdout and stderr. */
  readonly extraPipes?: number
  /** Of ours, handed down behind the pipes. */
  readonly descriptors?: ReadonlyArray<number>
  /** Absolute; default `/`. */
  readonly folder?: string
  /** The whole environment; default: empty. */
  readonly env?: Readonly<Record<string, string>>
  /** 0 to 19, of its group: the launcher gives it to the process. */
  readonly nice?: number
}

/** Starts a program in a process group of its own. One that cannot be started has no `pid` and emits `error`. */
export const spawnGroup = (words: ReadonlyArray<string>, options: SpawnOptions): ChildProcess => {
  const { descriptors = [], env = {}, extraPipes = 0, folder = "/", nice = 0, stdin = "ignore" } = options
  const child = spawn(words[0]!, words.slice(1), {
    detached: !isWindows,
    env: { ...env },
    cwd: folder,
    stdio: [stdin, "pipe", "pipe", ...Array<"pipe">(extraPipes).fill("pipe"), ...descriptors],
    windowsHide: true
  })
  if (child.pid !== undefined) {
    offerToKernel(child.pid)
    if (nice > 0) calmGroup(child, nice)
  }
  return child
}

export const signalGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  if (child.pid === undefined) return
  try {
    if (isWindows) child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // ESRCH: it ended by itself in between.
  }
}

const offerToKernel = (pid: number): void => {
  if (process.platform !== "linux") return
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, OOM_SCORE_ADJUSTMENT)
  } catch {
    // It ended already, or there is no such file here: the kernel chooses by size alone.
  }
}

/** Without privileges the kernel takes one such value in 100 ms from all processes together. */
const CALM_AGAIN_MS = 110
const CALM_TRIES = 5

/**
 * Where the kernel shares the processors among sessions (`kernel.sched_autogroup_enabled`, on by default in most
 * distributions), a nice value counts within its session only, and each child has one of its own.
 */
const calmGroup = (child: ChildProcess, nice: number, tries = CALM_TRIES): void => {
  if (process.platform !== "linux" || child.exitCode !== null || child.signalCode !== null) return
  try {
    writeFileSync(`/proc/${child.pid}/autogroup`, String(nice))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || tries <= 1) return
    setTimeout(() => calmGroup(child, nice, tries - 1), CALM_AGAIN_MS).unref()
  }
}
