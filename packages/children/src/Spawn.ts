import { type ChildProcess, spawn } from "node:child_process"
import { writeFileSync } from "node:fs"

/**
 * Value for `oom_score_adj`. When memory runs out, this value affects which process the kernel kills. 500 is half of
 * the scale: the kernel adds half of the machine's memory to the size of the program. The kernel therefore kills the
 * program before it kills the server or worker that started the program, so only one conversion is lost.
 */
const OOM_SCORE_ADJUSTMENT = "500"

const isWindows = process.platform === "win32"

export interface SpawnOptions {
  /** Opens a pipe to the program's stdin. Default: stdin is empty. */
  readonly stdin?: "pipe"
  /** Number of output pipes after stdout and stderr. */
  readonly extraPipes?: number
  /** Open file descriptors of this process that the program inherits. They are numbered after the pipes. */
  readonly descriptors?: ReadonlyArray<number>
  /** Absolute path of the working folder. Default: `/`. */
  readonly folder?: string
  /** All environment variables of the program. Default: none. */
  readonly env?: Readonly<Record<string, string>>
  /** Nice value of the program's scheduling group, 0 to 19. The launcher sets the nice value of the process itself. */
  readonly nice?: number
}

/**
 * Starts a program in its own process group. `words` is the command line. If the program cannot be started, the result
 * has no `pid` and emits `error`.
 */
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
    // ESRCH: the program has already ended.
  }
}

const offerToKernel = (pid: number): void => {
  if (process.platform !== "linux") return
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, OOM_SCORE_ADJUSTMENT)
  } catch {
    // The program has already ended, or this system has no such file. In this case, the kernel chooses a process only
    // by its size.
  }
}

/**
 * Delay before the next attempt. From unprivileged processes, the kernel accepts only one change of an autogroup's nice
 * value per 100 ms on the whole system.
 */
const CALM_AGAIN_MS = 110
const CALM_TRIES = 5

/**
 * Lowers the priority of the program's session. If the kernel groups processes by session for scheduling
 * (`kernel.sched_autogroup_enabled`, the default in most distributions), the nice value of a process has an effect only
 * within its session. Each program started here has its own session, so its nice value alone would have no effect.
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
