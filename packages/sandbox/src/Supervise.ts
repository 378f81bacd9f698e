import type { RunningChild } from "@media/children/Children"
import * as Effect from "effect/Effect"
import type { Readable } from "node:stream"
import { GO, READY } from "./Inside.ts"
import { Lines } from "./Lines.ts"
import { childrenOf, usageOf } from "./ProcessTree.ts"
import type { EndedBy, SandboxResult, SandboxRun } from "./Sandbox.ts"
import { SandboxBroken } from "./SandboxErrors.ts"

export interface Bounds {
  readonly cpuSeconds: number
  readonly memoryBytes: number
  readonly wallMs: number
  readonly outputBytes: number
}

const LOOK_MS = 200
/** Time limit for the setup. Mounting takes 30 ms, or seconds on a busy machine. */
const SETUP = "30 seconds"
/** Offset of exit codes for signals. The shell around the program reports a signal as 128 plus its number. */
const SIGNALLED = 128
const [SIGXCPU, SIGXFSZ] = [24, 25]
const GONE_MS = 5_000

/** Waits until the sandbox is set up, passes the program its input, and monitors the program until it ends. */
export const supervise = (
  child: RunningChild,
  bounds: Bounds,
  { onStderrLine = () => {}, stdin = "" }: Pick<SandboxRun, "onStderrLine" | "stdin">,
  onFirst: (pids: ReadonlyArray<number>) => void
): Effect.Effect<SandboxResult, SandboxBroken> =>
  Effect.gen(function* () {
    const [status, stderr] = child.pipes as [Readable, Readable]
    yield* readyOn(status, child)
    onFirst(childrenOf(child.pid))
    const ended = yield* Effect.async<Omit<SandboxResult, "exitCode">>((resume) => {
      const chunks: Array<Buffer> = []
      let [length, said] = [0, 0]
      const lines = new Lines(onStderrLine)
      const done = (endedBy: EndedBy) => {
        clearInterval(watch)
        clearTimeout(timer)
        if (endedBy === "itself") lines.end()
        resume(Effect.sync(() => ({ stdout: Buffer.concat(chunks), endedBy })))
      }
      const watch = setInterval(() => {
        const { cpuSeconds, memoryBytes } = usageOf(child.pid)
        if (cpuSeconds > bounds.cpuSeconds) done("cpu")
        else if (memoryBytes > bounds.memoryBytes) done("memory")
      }, LOOK_MS)
      const timer = setTimeout(() => done("wall"), bounds.wallMs)
      child.stdout.on("data", (chunk: Buffer) => {
        const rest = bounds.outputBytes - length
        length += chunk.length
        if (rest > 0) chunks.push(chunk.subarray(0, rest))
        if (length > bounds.outputBytes) done("output")
      })
      stderr.on("data", (chunk: Buffer) => {
        said += chunk.length
        if (said <= bounds.outputBytes) lines.push(chunk)
        else done("output")
      })
      let open = 2
      const onClose = () => {
        open -= 1
        if (open === 0) done("itself")
      }
      for (const pipe of [child.stdout, stderr]) pipe.once("close", onClose)
      child.stdin!.write(GO)
      child.stdin!.end(stdin)
      return Effect.sync(() => {
        clearInterval(watch)
        clearTimeout(timer)
      })
    })
    if (ended.endedBy !== "itself") return { ...ended, exitCode: null }
    return yield* child.exit.pipe(
      Effect.match({
        onSuccess: () => ({ ...ended, exitCode: 0 }),
        onFailure: (error) => ({
          ...ended,
          ...endOf(error._tag === "ChildFailed" ? error.exitCode : null)
        })
      })
    )
  })

const endOf = (code: number | null): Pick<SandboxResult, "exitCode" | "endedBy"> => {
  if (code === null) return { exitCode: null, endedBy: "killed" }
  if (code === SIGNALLED + SIGXCPU) return { exitCode: null, endedBy: "cpu" }
  if (code === SIGNALLED + SIGXFSZ) return { exitCode: null, endedBy: "files" }
  return code > SIGNALLED ? { exitCode: null, endedBy: "killed" } : { exitCode: code, endedBy: "itself" }
}

/**
 * Waits for the first word on the status pipe. If the word does not arrive, the program has not started, and the setup
 * messages contain the reason.
 */
const readyOn = (status: Readable, child: RunningChild): Effect.Effect<void, SandboxBroken> =>
  Effect.async<void, SandboxBroken>((resume) => {
    const broken = () =>
      resume(
        Effect.suspend(() => new SandboxBroken({ detail: child.stderrTail().trim() || "it ended early" }))
      )
    status.once("data", (chunk: Buffer) =>
      chunk.toString("latin1").startsWith(READY) ? resume(Effect.void) : broken()
    )
    status.once("close", broken)
  }).pipe(
    Effect.timeoutFail({
      duration: SETUP,
      onTimeout: () => new SandboxBroken({ detail: "it took too long" })
    })
  )

/**
 * Waits until these processes have ended. When the first process of a sandbox is killed, the kernel kills the others,
 * which takes a moment.
 */
export const gone = (pids: ReadonlyArray<number>): Effect.Effect<void> => {
  const exists = (pid: number): boolean => {
    try {
      return process.kill(pid, 0)
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "EPERM"
    }
  }
  return Effect.iterate(0, {
    while: (waited) => waited < GONE_MS && pids.some(exists),
    body: (waited) => Effect.as(Effect.sleep(20), waited + 20)
  }).pipe(Effect.asVoid, Effect.uninterruptible)
}
