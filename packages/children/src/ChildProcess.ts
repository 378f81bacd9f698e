import type { ChildProcess as NodeProcess } from "node:child_process"
import { Socket } from "node:net"
import { Readable, type Writable } from "node:stream"
import type { StreamCommand } from "./ChildCommand.ts"
import { signalGroup, spawnGroup } from "./Spawn.ts"
import { StderrTail } from "./StderrTail.ts"

export interface ChildExit {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  /** True if the program was killed because it exceeded its silence limit. */
  readonly wasSilent: boolean
}

/** Delay between SIGTERM, which lets a program close its files, and SIGKILL. */
const TERMINATE_MS = 2_000
/**
 * Maximum time to wait for a program to end after SIGKILL. Usually it ends immediately. But if it is in an
 * uninterruptible system call, such as a read from a hanging FUSE mount, it ends only when that call returns.
 */
const KILL_MS = 10_000

/**
 * A running program in its own process group. This class does not use Effect. The caller of `start`
 * must call `stop`.
 */
export class ChildProcess {
  readonly stderr = new StderrTail()
  readonly exit: Promise<ChildExit>
  /** Additional output pipes: file descriptors 3 and up. */
  readonly pipes: ReadonlyArray<Readable>
  private readonly child: NodeProcess
  private readonly watchdog: NodeJS.Timeout | undefined
  private hasExited = false
  private wasSilent = false
  private givenUp = false
  private giveUp: () => void = () => {}
  private lastOutput = performance.now()

  /**
   * Starts a program. `prefix` contains commands, such as `nice`, that precede the program on the command line and exec
   * it. Rejects with the errno error if the program cannot be started.
   */
  static start(prefix: ReadonlyArray<string>, command: StreamCommand): Promise<ChildProcess> {
    const { args, program } = command
    const child = spawnGroup([...prefix, program, ...args], command)
    return new Promise((resolve, reject) => {
      const running = new ChildProcess(child, command)
      child.once("error", reject)
      child.once("spawn", () => resolve(running))
    })
  }

  private constructor(child: NodeProcess, { extraPipes = 0, limits = {} }: StreamCommand) {
    this.child = child
    this.pipes = child.stdio.slice(3, 3 + extraPipes).filter((pipe) => pipe instanceof Readable)
    for (const pipe of [...this.outputs(), child.stdin]) pipe?.on("error", () => {})
    child.stderr!.on("data", (chunk: Buffer) => {
      this.lastOutput = performance.now()
      this.stderr.push(chunk)
    })
    const stderrClosed = new Promise<void>((resolve) => child.stderr!.once("close", resolve))
    const ended = new Promise<Omit<ChildExit, "wasSilent">>((resolve) => {
      child.once("exit", (exitCode, signal) => {
        this.givenUp = false
        resolve({ exitCode, signal })
      })
      child.once("error", () => resolve({ exitCode: 127, signal: null }))
      this.giveUp = () => {
        if (this.hasExited) return
        this.givenUp = true
        child.unref()
        for (const pipe of [...this.outputs(), child.stderr, child.stdin]) pipe?.destroy()
        resolve({ exitCode: null, signal: "SIGKILL" })
      }
    })
    this.exit = ended.then(async (end) => {
      this.hasExited = true
      clearInterval(this.watchdog)
      // Kill processes that the program left behind. This must happen immediately, before another process group can
      // reuse the group's id.
      signalGroup(child, "SIGKILL")
      // Wait for the rest of stderr, but not for long, because a descendant that left the process group may keep it
      // open.
      await Promise.race([stderrClosed, delay(1_000)])
      return { ...end, wasSilent: this.wasSilent }
    })
    if (limits.silenceMs !== undefined) this.watchdog = this.watch(limits.silenceMs)
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  /** True if the program still exists although it was killed, and `exit` has stopped waiting for it. */
  get isHeld(): boolean {
    return this.givenUp
  }

  get stdin(): Writable | undefined {
    return this.child.stdin ?? undefined
  }

  get stdout(): Readable {
    return this.child.stdout!
  }

  /**
   * Stops the whole process group and waits for the program to end, but not longer than `KILL_MS`. Discards unread
   * output.
   */
  async stop(how: "kill" | "terminate"): Promise<void> {
    if (!this.hasExited) {
      if (how === "terminate") {
        signalGroup(this.child, "SIGTERM")
        await Promise.race([this.exit, delay(TERMINATE_MS)])
      }
      this.kill()
    }
    for (const pipe of this.outputs()) pipe.destroy()
    await this.exit
  }

  private kill(): void {
    signalGroup(this.child, "SIGKILL")
    setTimeout(this.giveUp, KILL_MS).unref()
  }

  private outputs(): ReadonlyArray<Readable> {
    return this.child.stdout === null ? this.pipes : [this.child.stdout, ...this.pipes]
  }

  /**
   * Kills the program if it produces no output for `limitMs`. If a pipe contains unread bytes, the program is not
   * considered silent, because this process may be slow to read them.
   */
  private watch(limitMs: number): NodeJS.Timeout {
    let seen = 0
    const timer = setInterval(
      () => {
        const outputs = this.outputs()
        const total = outputs.reduce((sum, pipe) => sum + bytesRead(pipe), 0)
        if (total !== seen || outputs.some((pipe) => pipe.readableLength > 0)) {
          seen = total
          this.lastOutput = performance.now()
        } else if (performance.now() - this.lastOutput > limitMs) {
          this.wasSilent = true
          this.kill()
        }
      },
      Math.max(50, Math.min(1_000, limitMs / 4))
    )
    timer.unref()
    return timer
  }
}

const bytesRead = (pipe: Readable): number => (pipe instanceof Socket ? pipe.bytesRead : 0)

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
