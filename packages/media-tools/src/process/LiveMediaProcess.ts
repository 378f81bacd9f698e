import type { ChildLimits } from "@media/children/ChildCommand"
import { Children } from "@media/children/Children"
import { liveChildren } from "@media/children/LiveChildren"
import { judge, stopped } from "@media/children/Outcome"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { MediaBinaries, type MediaBinariesShape } from "../MediaBinaries.ts"
import { MediaProcess, type MediaProcessShape, type RunCommand, type StreamCommand } from "../MediaProcess.ts"
import { toolEnvironment } from "../MediaToolsConfig.ts"
import { argumentWords, closeAll, resolveArguments } from "./ResolveArguments.ts"
import { refused, toMissing, toToolError, toToolFailure } from "./ToolFailures.ts"
import { makeToolShells } from "./ToolShells.ts"

export const liveMediaProcess: Layer.Layer<MediaProcess, never, MediaBinaries> = Layer.scoped(
  MediaProcess,
  Effect.flatMap(MediaBinaries, (binaries) => makeMediaProcess(binaries))
).pipe(Layer.provide(liveChildren))

const DEFAULT_STDOUT_BYTES = 16 * 1024 * 1024

export const makeMediaProcess = (
  binaries: MediaBinariesShape
): Effect.Effect<MediaProcessShape, never, Scope.Scope | Children> =>
  Effect.gen(function* () {
    const children = yield* Children
    const env = toolEnvironment()
    const shells = yield* makeToolShells(children.launcher, env)

    const stream: MediaProcessShape["stream"] = (command) =>
      Effect.gen(function* () {
        const { path } = yield* binaries[command.tool]
        const child = yield* withDescriptors(command, ({ argv, descriptors }) =>
          children
            .stream({ ...commonOf(command), program: path, args: argv, descriptors, env })
            .pipe(Effect.mapError((error) => toMissing(command.tool, error)))
        )
        return { ...child, exit: Effect.mapError(child.exit, (error) => toToolFailure(command.tool, error)) }
      })

    const runAlone = (command: RunCommand, program: string) =>
      withDescriptors(command, ({ argv, descriptors }) =>
        children
          .run({ ...commonOf(command), program, args: argv, descriptors, env })
          .pipe(Effect.mapError(toToolError(command.tool)))
      )

    const runInShell = (command: RunCommand, words: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        const { maxStdoutBytes = DEFAULT_STDOUT_BYTES, timeoutMs, tool } = command
        const limits = limitsOf(command)
        const startedAt = performance.now()
        const running = shells.run(words, limits, maxStdoutBytes)
        const ran = yield* timeoutMs === undefined
          ? running
          : Effect.timeoutFail(running, {
              duration: timeoutMs,
              onTimeout: () => stopped(tool, limits, "wall")
            })
        if (ran.isTooMuch) return yield* stopped(tool, { outputBytes: maxStdoutBytes }, "output")
        const end = { ...ran, elapsedMs: performance.now() - startedAt }
        const { stderrTail } = yield* judge(tool, limits, end)
        return { stdout: ran.stdout, stderrTail }
      }).pipe(Effect.mapError((error) => toToolFailure(command.tool, error)))

    const run: MediaProcessShape["run"] = (command) =>
      Effect.flatMap(binaries[command.tool], ({ path }) => {
        const isPlain = (command.stop ?? "kill") === "kill" && command.silenceMs === undefined
        const argv = isPlain ? argumentWords(command.args) : undefined
        const words = argv === undefined ? [] : [...children.launcher.nice(command.nice ?? 0), path, ...argv]
        return shells.canRun(words) ? runInShell(command, words) : runAlone(command, path)
      }).pipe(
        Effect.map((result) => ({ ...result, exitCode: 0 })),
        Effect.withSpan("MediaProcess.run", { attributes: { tool: command.tool } })
      )

    return { run, stream }
  })

const limitsOf = (command: RunCommand): ChildLimits => ({
  outputBytes: command.maxStdoutBytes ?? DEFAULT_STDOUT_BYTES,
  ...command.limits,
  ...(command.timeoutMs === undefined ? {} : { wallMs: command.timeoutMs }),
  ...(command.silenceMs === undefined ? {} : { silenceMs: command.silenceMs })
})

/** Options of every run. The tools have no access to the network, because they only read files by path. */
const commonOf = (command: RunCommand & StreamCommand) => ({
  limits: limitsOf(command),
  network: false,
  nice: command.nice ?? 0,
  stop: command.stop ?? "kill",
  extraPipes: command.extraPipes ?? 0
})

/** Opens the files whose names are not UTF-8, and keeps them open until the program has its own descriptors. */
const withDescriptors = <A, E, R>(
  command: StreamCommand,
  use: (resolved: ReturnType<typeof resolveArguments>) => Effect.Effect<A, E, R>
) =>
  Effect.acquireUseRelease(
    Effect.try({
      try: () => resolveArguments(command.args, 3 + (command.extraPipes ?? 0)),
      catch: (cause) => {
        const code = (cause as NodeJS.ErrnoException).code ?? "unknown error"
        return refused(command.tool, `the file could not be opened (${code})`)
      }
    }),
    use,
    ({ descriptors }) => Effect.sync(() => closeAll(descriptors))
  )
