import { PermanentFailure } from "@media/jobs/Failures"
import type { JobContext } from "@media/jobs/JobContext"
import { Sandbox, type SandboxResult } from "@media/sandbox/Sandbox"
import { temporaryFolder } from "@media/sandbox/TemporaryFolders"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import { join } from "node:path"
import type { PluginHook, PluginTask } from "../definition/shapes.ts"
import { decisionsOf, hostsOf, reachableOf } from "../hosts.ts"
import { PluginFolder } from "../PluginFolder.ts"
import type { PluginRow } from "../queries.ts"
import { credentialsOf, environmentOf } from "./credentials.ts"
import type { Acting } from "./edits.ts"
import { API_PORT, commandOf, inputOf } from "./input.ts"
import { mediaFolders } from "./mediaFolders.ts"
import { lineOf, redactor, resultOf } from "./output.ts"
import { serveRun } from "./runApi.ts"

const MIB = 1024 ** 2
/** Additional memory for Node in bytes, because Node reserves more memory than it uses. */
const NODE_BYTES = 256 * MIB
const MOST_OUTPUT_BYTES = MIB

export const failed = (message: string) => new PermanentFailure({ message })

/** A run of a plugin: the task or hook to run, and the account on whose behalf it runs. */
export interface PluginRun {
  readonly row: PluginRow
  readonly part: PluginTask | PluginHook
  readonly principal: Principal
  readonly acting: Acting
}

/** Writes the lines of stderr to the job's log, in order, while the program runs. */
const reporting = (
  context: JobContext,
  errLog: PluginRow["definition"]["errLog"],
  redact: (text: string) => string
) =>
  Effect.gen(function* () {
    const lines = yield* Queue.unbounded<string>()
    const report = (line: string) => {
      const read = lineOf(redact(line), errLog)
      if (read === undefined) return Effect.void
      return read._tag === "progress"
        ? context.progress({ percent: read.percent })
        : context.log(read.level, read.text)
    }
    // Logging is uninterruptible, so that a line that was taken from the queue is logged even if the run ends at that
    // moment.
    const next = Effect.uninterruptibleMask((restore) => Effect.flatMap(restore(Queue.take(lines)), report))
    const fiber = yield* Effect.forkScoped(Effect.forever(next))
    return {
      onStderrLine: (line: string) => void lines.unsafeOffer(line),
      /** Logs the remaining lines. */
      end: Effect.zipRight(
        Fiber.interrupt(fiber),
        Effect.flatMap(Queue.takeAll(lines), (rest) => Effect.forEach(rest, report, { discard: true }))
      )
    }
  })

const reasons: Readonly<Record<Exclude<SandboxResult["endedBy"], "itself">, string>> = {
  wall: "It ran longer than its limit and was stopped",
  cpu: "It used more processor time than its limit and was stopped",
  memory: "It used more memory than its limit and was stopped",
  output: "It wrote more than 1 MiB of output and was stopped",
  files: "It wrote a file that is larger than the limit",
  killed: "It was stopped by the system, for example because it ran out of memory"
}

/** Returns the output of a run, or fails with the reason. */
const judged = ({ endedBy, exitCode, stdout }: SandboxResult, redact: (text: string) => string) => {
  if (endedBy !== "itself") return failed(reasons[endedBy])
  const { error, output } = resultOf(redact(stdout.toString("utf8")))
  if (error !== undefined) return failed(error.slice(0, 2_000))
  if (exitCode !== 0)
    return failed(
      `The program ended with exit code ${exitCode ?? "?"}${output === "" ? "" : `: ${output.slice(0, 500)}`}`
    )
  return Effect.succeed(output)
}

/** Runs the program of a plugin once in the sandbox. The API and its token are valid only during this run. */
export const runProgram = ({ acting, part, principal, row }: PluginRun, args: object, context: JobContext) =>
  Effect.gen(function* () {
    const { definition, id, settings } = row
    const { api, memoryMb, readMedia, timeoutSeconds } = definition.permissions
    const sandbox = yield* Sandbox
    const { root } = yield* PluginFolder
    const credentials = yield* credentialsOf(definition)
    const path = join(yield* temporaryFolder("plugin"), "api.sock")
    const hasApi = api.length > 0
    const token = hasApi ? yield* serveRun(path, api, acting) : undefined
    const redact = redactor([...credentials.values(), ...(token === undefined ? [] : [token])])
    const { end, onStderrLine } = yield* reporting(context, definition.errLog, redact)
    const command = commandOf(definition, part.execArgs)
    const result = yield* sandbox
      .run({
        ...command,
        packageFolder: join(root, id),
        extraReadOnly: readMedia ? yield* mediaFolders(principal) : [],
        stdin: inputOf({ task: part.name, args: { ...part.defaultArgs, ...args }, settings, token }),
        environment: environmentOf(credentials),
        ...reachableOf(hostsOf(definition.permissions, yield* decisionsOf(id))),
        limits: {
          wallMs: timeoutSeconds * 1_000,
          cpuSeconds: timeoutSeconds,
          memoryBytes: memoryMb * MIB + (command.program === "node" ? NODE_BYTES : 0),
          outputBytes: MOST_OUTPUT_BYTES
        },
        onStderrLine,
        ...(hasApi ? { socket: { path, port: API_PORT } } : {})
      })
      .pipe(
        Effect.catchTag("SandboxRefused", ({ message }) => failed(message)),
        Effect.ensuring(end)
      )
    return yield* judged(result, redact)
  }).pipe(Effect.scoped)
