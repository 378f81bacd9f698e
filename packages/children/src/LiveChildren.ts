import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ChildProcess } from "./ChildProcess.ts"
import type { ChildCommand, StreamCommand } from "./ChildCommand.ts"
import { Children, type ChildrenShape } from "./Children.ts"
import type { ChildStopped } from "./ChildErrors.ts"
import { detectLauncher, type Launcher, launchWords } from "./Launcher.ts"
import { couldNotStart, judge, stopped } from "./Outcome.ts"

const DEFAULT_OUTPUT_BYTES = 16 * 1024 * 1024

export const makeChildren = (launcher: Launcher): ChildrenShape => {
  const start = (command: StreamCommand) =>
    Effect.acquireRelease(
      Effect.tryPromise({
        try: () => ChildProcess.start(launchWords(launcher, command), command),
        catch: (cause) => couldNotStart(command.program, cause)
      }),
      (child) => Effect.promise(() => child.stop(command.stop ?? "kill"))
    )

  const stream: ChildrenShape["stream"] = (command) =>
    Effect.gen(function* () {
      const child = yield* start(command)
      const { limits = {}, program } = command
      if (limits.wallMs !== undefined) {
        // The time limit is enforced here instead of in `exit`, because the caller may never run `exit`.
        yield* Effect.promise(() => child.stop("kill")).pipe(
          Effect.delay(limits.wallMs),
          Effect.interruptible,
          Effect.forkScoped
        )
      }
      const startedAt = performance.now()
      return {
        pid: child.pid,
        stdin: child.stdin,
        stdout: child.stdout,
        pipes: child.pipes,
        isHeld: () => child.isHeld,
        stderrTail: () => child.stderr.text(),
        exit: Effect.flatMap(
          Effect.promise(() => child.exit),
          (exit) => {
            const elapsedMs = performance.now() - startedAt
            return judge(program, limits, { ...exit, stderrTail: child.stderr.text(), elapsedMs })
          }
        )
      }
    })

  const run: ChildrenShape["run"] = (command) =>
    Effect.scoped(
      Effect.gen(function* () {
        const child = yield* stream(command)
        const stdout = yield* collect(command, child.stdout)
        const { stderrTail } = yield* child.exit
        return { stdout, stderrTail }
      })
    )

  return { run, stream, launcher }
}

/**
 * Starts programs, with those restrictions that this system can enforce. They are detected once, when the layer is
 * built.
 */
export const liveChildren: Layer.Layer<Children> = Layer.effect(
  Children,
  Effect.gen(function* () {
    const launcher = yield* detectLauncher
    const missing = Object.entries(launcher.enforced).flatMap(([what, isEnforced]) =>
      isEnforced ? [] : [what]
    )
    if (missing.length > 0)
      yield* Effect.logDebug("This system cannot enforce some limits on child programs", { missing })
    return makeChildren(launcher)
  })
)

const collect = (
  { limits = {}, program }: ChildCommand,
  pipe: NodeJS.ReadableStream
): Effect.Effect<Buffer, ChildStopped> =>
  Effect.async<Buffer, ChildStopped>((resume) => {
    const allowed = limits.outputBytes ?? DEFAULT_OUTPUT_BYTES
    const chunks: Array<Buffer> = []
    let length = 0
    pipe.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length > allowed) resume(stopped(program, { outputBytes: allowed }, "output"))
      else chunks.push(chunk)
    })
    pipe.once("close", () => resume(Effect.sync(() => Buffer.concat(chunks))))
  })
