import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MediaBinaries, type MediaBinariesShape } from "../MediaBinaries.ts"
import { MediaProcess, type MediaProcessShape, type RunCommand, type StreamCommand } from "../MediaProcess.ts"
import {
  MediaProcessFailed,
  MediaProcessTimeout,
  type MediaTool,
  MediaToolMissing
} from "../MediaToolErrors.ts"
import { detectLauncher, type Launcher } from "./Launcher.ts"
import { ToolProcess } from "./ToolProcess.ts"

export const liveMediaProcess: Layer.Layer<MediaProcess, never, MediaBinaries> = Layer.effect(
  MediaProcess,
  Effect.gen(function* () {
    return makeMediaProcess(yield* MediaBinaries, yield* detectLauncher)
  })
)

const DEFAULT_STDOUT_BYTES = 16 * 1024 * 1024

export const makeMediaProcess = (binaries: MediaBinariesShape, launcher: Launcher): MediaProcessShape => {
  const start = (command: StreamCommand) =>
    Effect.flatMap(binaries[command.tool], (binary) =>
      Effect.acquireRelease(
        Effect.tryPromise({
          try: () => ToolProcess.start(binary, launcher.prefix(command.nice ?? 0), command),
          catch: (cause) => startFailure(command.tool, cause)
        }),
        (tool) => Effect.promise(() => tool.stop(command.stop ?? "kill"))
      )
    )

  const stream: MediaProcessShape["stream"] = (command) =>
    Effect.gen(function* () {
      const tool = yield* start(command)
      if (command.timeoutMs !== undefined) {
        // Ends the tool by itself even when nobody awaits `exit`.
        yield* Effect.promise(() => tool.stop("kill")).pipe(
          Effect.delay(command.timeoutMs),
          Effect.interruptible,
          Effect.forkScoped
        )
      }
      const startedAt = performance.now()
      return {
        pid: tool.pid,
        stdout: tool.stdout,
        pipes: tool.pipes(command.extraPipes ?? 0),
        stderrTail: () => tool.stderr.text(),
        exit: Effect.flatMap(
          Effect.promise(() => tool.exit),
          (exit) => judge(command, tool, exit, performance.now() - startedAt)
        )
      }
    })

  const run = (command: RunCommand) =>
    Effect.scoped(
      Effect.gen(function* () {
        const tool = yield* stream(command)
        const stdout = yield* collect(command, tool.stdout)
        const { stderrTail } = yield* tool.exit
        return { stdout, stderrTail, exitCode: 0 }
      })
    ).pipe(Effect.withSpan("MediaProcess.run", { attributes: { tool: command.tool } }))

  return { run, stream }
}

const judge = (
  command: StreamCommand,
  tool: ToolProcess,
  exit: Awaited<ToolProcess["exit"]>,
  elapsedMs: number
): Effect.Effect<{ readonly stderrTail: string }, MediaProcessFailed | MediaProcessTimeout> => {
  if (exit.wasSilent) {
    return new MediaProcessTimeout({ tool: command.tool, kind: "silence", limitMs: command.silenceMs ?? 0 })
  }
  if (exit.exitCode === 0) return Effect.succeed({ stderrTail: tool.stderr.text() })
  if (exit.signal === "SIGKILL" && command.timeoutMs !== undefined && elapsedMs >= command.timeoutMs) {
    return new MediaProcessTimeout({ tool: command.tool, kind: "wall", limitMs: command.timeoutMs })
  }
  return new MediaProcessFailed({
    tool: command.tool,
    exitCode: exit.exitCode,
    signal: exit.signal,
    stderrTail: tool.stderr.text()
  })
}

const collect = (
  command: RunCommand,
  pipe: NodeJS.ReadableStream
): Effect.Effect<Buffer, MediaProcessFailed> => {
  const limit = command.maxStdoutBytes ?? DEFAULT_STDOUT_BYTES
  return Effect.async<Buffer, MediaProcessFailed>((resume) => {
    const chunks: Array<Buffer> = []
    let length = 0
    pipe.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) {
        const stderrTail = `it wrote more than ${limit} bytes`
        resume(new MediaProcessFailed({ tool: command.tool, exitCode: null, signal: null, stderrTail }))
      } else chunks.push(chunk)
    })
    pipe.once("close", () => resume(Effect.sync(() => Buffer.concat(chunks))))
  })
}

const startFailure = (tool: MediaTool, cause: unknown): MediaToolMissing | MediaProcessFailed => {
  const error = cause as NodeJS.ErrnoException
  // `open` is our own step for names that are no UTF-8: the file is at fault then, not the tool.
  if (error.syscall === "open") {
    const stderrTail = `the file could not be opened (${error.code ?? "unknown error"})`
    return new MediaProcessFailed({ tool, exitCode: null, signal: null, stderrTail })
  }
  return new MediaToolMissing({ tool, tried: [`starting it failed (${error.code ?? "unknown error"})`] })
}
