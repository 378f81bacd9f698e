import type { ChildProcess } from "node:child_process"
import type { Readable } from "node:stream"
import type { MediaBinary } from "../MediaBinaries.ts"
import type { StreamCommand } from "../MediaProcess.ts"
import { closeAll, resolveArguments } from "./ResolveArguments.ts"
import { signalGroup, spawnGroup } from "./Spawn.ts"
import { StderrTail } from "./StderrTail.ts"

export interface ToolExit {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  /** Set when the limit without output ended it. */
  readonly wasSilent: boolean
}

/** SIGTERM lets ffmpeg close its files; one that does not care is not waited for longer. */
const TERMINATE_MS = 2_000

/** One running tool in its own process group. Plain state, no Effect: owned by the scope that started it. */
export class ToolProcess {
  readonly stderr = new StderrTail()
  readonly exit: Promise<ToolExit>
  private readonly child: ChildProcess
  private readonly watchdog: NodeJS.Timeout | undefined
  private hasExited = false
  private wasSilent = false
  private lastOutput = performance.now()

  /** Rejects with the errno error when the program cannot be started. */
  static start(
    binary: Pick<MediaBinary, "path">,
    prefix: ReadonlyArray<string>,
    command: StreamCommand
  ): Promise<ToolProcess> {
    const { cwd, extraPipes = 0 } = command
    const { argv, descriptors } = resolveArguments(command.args, 3 + extraPipes)
    let child: ChildProcess
    try {
      child = spawnGroup([...prefix, binary.path, ...argv], { cwd, extraPipes, descriptors })
    } finally {
      closeAll(descriptors)
    }
    return new Promise((resolve, reject) => {
      const tool = new ToolProcess(child, command)
      child.once("error", reject)
      child.once("spawn", () => resolve(tool))
    })
  }

  private constructor(child: ChildProcess, command: StreamCommand) {
    this.child = child
    for (const pipe of this.outputs()) pipe.on("error", () => {})
    child.stderr!.on("data", (chunk: Buffer) => {
      this.lastOutput = performance.now()
      this.stderr.push(chunk)
    })
    const stderrClosed = new Promise<void>((resolve) => child.stderr!.once("close", resolve))
    const ended = new Promise<Omit<ToolExit, "wasSilent">>((resolve) => {
      child.once("exit", (exitCode, signal) => resolve({ exitCode, signal }))
      child.once("error", () => resolve({ exitCode: 127, signal: null }))
    })
    this.exit = ended.then(async (end) => {
      this.hasExited = true
      clearInterval(this.watchdog)
      // A descendant that kept stderr open must not hold us up.
      await Promise.race([stderrClosed, delay(1_000)])
      return { ...end, wasSilent: this.wasSilent }
    })
    if (command.silenceMs !== undefined) this.watchdog = this.watch(command.silenceMs)
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  get stdout(): Readable {
    return this.child.stdout!
  }

  /** `pipe:3` upwards. */
  pipes(count: number): ReadonlyArray<Readable> {
    return this.child.stdio.slice(3, 3 + count) as unknown as ReadonlyArray<Readable>
  }

  /** Ends the whole group and waits for it. What was not read is thrown away. */
  async stop(how: "kill" | "terminate"): Promise<void> {
    if (!this.hasExited) {
      if (how === "terminate") {
        signalGroup(this.child, "SIGTERM")
        await Promise.race([this.exit, delay(TERMINATE_MS)])
      }
      signalGroup(this.child, "SIGKILL")
    }
    for (const pipe of this.outputs()) pipe.destroy()
    await this.exit
  }

  private outputs(): ReadonlyArray<Readable> {
    return [this.child.stdout, ...this.child.stdio.slice(3)].filter(
      (pipe): pipe is Readable => pipe !== null && pipe !== undefined && "readable" in pipe
    )
  }

  /** Bytes that wait in a pipe are our own slowness (throttling), not its silence. */
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
          signalGroup(this.child, "SIGKILL")
        }
      },
      Math.max(50, Math.min(1_000, limitMs / 4))
    )
    timer.unref()
    return timer
  }
}

const bytesRead = (pipe: Readable): number =>
  (pipe as unknown as { readonly bytesRead?: number }).bytesRead ?? 0

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
