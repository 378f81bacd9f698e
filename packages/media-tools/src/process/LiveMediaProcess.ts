import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { MediaBinaries, type MediaBinariesShape } from "../MediaBinaries.ts"
import { MediaProcess, type MediaProcessShape, type RunCommand, type StreamCommand } from "../MediaProcess.ts"
import type { MediaProcessFailed } from "../MediaToolErrors.ts"
import { detectLauncher } from "./Launcher.ts"
import { argumentWords } from "./ResolveArguments.ts"
import { ToolProcess } from "./ToolProcess.ts"
import { makeToolShells } from "./ToolShells.ts"
import { couldNotStart, judge, tookTooLong, wroteTooMuch } from "./Verdict.ts"

export const liveMediaProcess: Layer.Layer<MediaProcess, never, MediaBinaries> = Layer.scoped(
  MediaProcess,
  Effect.flatMap(MediaBinaries, (binaries) => makeMediaProcess(binaries))
)

const DEFAULT_STDOUT_BYTES = 16 * 1024 * 1024

export const makeMediaProcess = (
  binaries: MediaBinariesShape
): Effect.Effect<MediaProcessShape, never, Scope.Scope> =>
  Effect.gen(function* () {
    const launcher = yield* detectLauncher
    const shells = yield* makeToolShells(launcher)

    const start = (command: StreamCommand) =>
      Effect.flatMap(binaries[command.tool], (binary) =>
        Effect.acquireRelease(
          Effect.tryPromise({
            try: () => {
              const prefix = [...launcher.guard, ...launcher.nice(command.nice ?? 0)]
              return ToolProcess.start(binary, prefix, command)
            },
            catch: (cause) => couldNotStart(command.tool, cause)
          }),
          (tool) => Effect.promise(() => tool.stop(command.stop ?? "kill"))
        )
      )

    const stream: MediaProcessShape["stream"] = (command) =>
      Effect.gen(function* () {
        const tool = yield* start(command)
        if (command.timeoutMs !== undefined) {
          // Ends the tool by itself even when no one awaits `exit`.
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
            (exit) => {
              const elapsedMs = performance.now() - startedAt
              return judge(command, { ...exit, stderrTail: tool.stderr.text(), elapsedMs })
            }
          )
        }
      })

    const runAlone = (command: RunCommand, maxStdoutBytes: number) =>
      Effect.scoped(
        Effect.gen(function* () {
          const tool = yield* stream(command)
          const stdout = yield* collect(command, tool.stdout, maxStdoutBytes)
          const { stderrTail } = yield* tool.exit
          return { stdout, stderrTail, exitCode: 0 }
        })
      )

    const runInShell = (command: RunCommand, words: ReadonlyArray<string>, maxStdoutBytes: number) =>
      Effect.gen(function* () {
        const { timeoutMs, tool } = command
        const startedAt = performance.now()
        const running = shells.run(words, maxStdoutBytes)
        const ran = yield* timeoutMs === undefined
          ? running
          : Effect.timeoutFail(running, {
              duration: timeoutMs,
              onTimeout: () => tookTooLong(tool, timeoutMs)
            })
        if (ran.isTooMuch) return yield* wroteTooMuch(tool, maxStdoutBytes)
        const { stderrTail } = yield* judge(command, { ...ran, elapsedMs: performance.now() - startedAt })
        return { stdout: ran.stdout, stderrTail, exitCode: 0 }
      })

    const run: MediaProcessShape["run"] = (command) =>
      Effect.flatMap(binaries[command.tool], ({ path }) => {
        const limit = command.maxStdoutBytes ?? DEFAULT_STDOUT_BYTES
        const isPlain = (command.stop ?? "kill") === "kill" && !("cwd" in command || "silenceMs" in command)
        const argv = isPlain ? argumentWords(command.args) : undefined
        const words = argv === undefined ? [] : [...launcher.nice(command.nice ?? 0), path, ...argv]
        return shells.canRun(words) ? runInShell(command, words, limit) : runAlone(command, limit)
      }).pipe(Effect.withSpan("MediaProcess.run", { attributes: { tool: command.tool } }))

    return { run, stream }
  })

const collect = (
  command: RunCommand,
  pipe: NodeJS.ReadableStream,
  limit: number
): Effect.Effect<Buffer, MediaProcessFailed> =>
  Effect.async<Buffer, MediaProcessFailed>((resume) => {
    const chunks: Array<Buffer> = []
    let length = 0
    pipe.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) resume(wroteTooMuch(command.tool, limit))
      else chunks.push(chunk)
    })
    pipe.once("close", () => resume(Effect.sync(() => Buffer.concat(chunks))))
  })
