import { PermanentFailure } from "@media/jobs/Failures"
import type { JobContext } from "@media/jobs/JobContext"
import { processor } from "@media/jobs/Processor"
import { uuidv7 } from "@media/kernel/Ids"
import { Sandbox, type SandboxResult } from "@media/sandbox/Sandbox"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { accountPrincipals } from "../../identity/accounts/accountPrincipals.ts"
import type { Definition } from "./definition/shapes.ts"
import { PluginFolder } from "./PluginFolder.ts"
import { findPluginRow } from "./queries.ts"
import { pluginTask, type PluginTaskPayload } from "./queue.ts"
import { credentialsOf, environmentOf } from "./run/credentials.ts"
import { API_PORT, commandOf, inputOf } from "./run/input.ts"
import { lineOf, redactor, resultOf } from "./run/output.ts"
import { mediaFolders } from "./run/mediaFolders.ts"
import { serveRun } from "./run/runApi.ts"

const MIB = 1024 ** 2
/** Node reserves more memory than it uses. */
const NODE_BYTES = 256 * MIB
const MOST_OUTPUT_BYTES = MIB

const failed = (message: string) => new PermanentFailure({ message })

/** A private folder with a short path: the name of a socket has at most 107 bytes. */
const socketFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "plugin-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

/** Writes lines of stderr into the log of the run, in order, while the plugin runs. */
const reporting = (context: JobContext, { errLog }: Definition, redact: (text: string) => string) =>
  Effect.gen(function* () {
    const lines = yield* Queue.unbounded<string>()
    const report = (line: string) => {
      const read = lineOf(redact(line), errLog)
      if (read === undefined) return Effect.void
      return read._tag === "progress"
        ? context.progress({ percent: read.percent })
        : context.log(read.level, read.text)
    }
    // A line that was taken is also reported, although the run ends in between.
    const next = Effect.uninterruptibleMask((restore) => Effect.flatMap(restore(Queue.take(lines)), report))
    const fiber = yield* Effect.forkScoped(Effect.forever(next))
    return {
      onStderrLine: (line: string) => void lines.unsafeOffer(line),
      /** Waits for what the plugin wrote last. */
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
  files: "It wrote larger files than it may",
  killed: "It was stopped by the system, for example because memory ran out"
}

/** The output of a run, or the reason why it failed. */
const judged = ({ endedBy, exitCode, stdout }: SandboxResult, redact: (text: string) => string) => {
  if (endedBy !== "itself") return failed(reasons[endedBy])
  const { error, output } = resultOf(redact(stdout.toString("utf8")))
  if (error !== undefined) return failed(error.slice(0, 2_000))
  if (exitCode !== 0)
    return failed(
      `It ended with exit code ${exitCode ?? "?"}${output === "" ? "" : `: ${output.slice(0, 500)}`}`
    )
  return Effect.succeed({ output })
}

/** The plugin and the account of a run, as they are when it starts. */
const requireRunnable = ({ accountId, pluginId }: PluginTaskPayload) =>
  Effect.gen(function* () {
    const row = yield* Effect.catchTag(findPluginRow(pluginId), "NotFound", () =>
      failed("The plugin was removed")
    )
    if (!row.isEnabled) return yield* failed("The plugin is switched off")
    if (!row.definition.isRunnable) return yield* failed(row.definition.notes.join(" "))
    const account = (yield* accountPrincipals([accountId])).get(accountId)
    if (account === undefined) return yield* failed("The account of the plugin is disabled or was deleted")
    return { ...row, principal: account.principal }
  })

/** Runs one task or hook of a plugin in the sandbox. Its failures are final: it may have changed something already. */
export const pluginTaskProcessor = processor(pluginTask, (payload, context) =>
  Effect.gen(function* () {
    const { definition, principal, settings } = yield* requireRunnable(payload)
    const { hooks, permissions, tasks } = definition
    const part = (payload.hook === undefined ? tasks : hooks).find(({ name }) => name === payload.task)
    if (part === undefined) return yield* failed(`The plugin no longer has "${payload.task}"`)
    const sandbox = yield* Sandbox
    const { root } = yield* PluginFolder
    const credentials = yield* credentialsOf(definition)
    const path = join(yield* socketFolder, "api.sock")
    const acting = {
      principal,
      pluginId: payload.pluginId,
      batchId: context.batchId ?? uuidv7(),
      hasChanged: false
    }
    const hasApi = permissions.api.length > 0
    const token = hasApi ? yield* serveRun(path, permissions.api, acting) : undefined
    const redact = redactor([...credentials.values(), ...(token === undefined ? [] : [token])])
    const { end, onStderrLine } = yield* reporting(context, definition, redact)
    const command = commandOf(definition, part.execArgs)
    const result = yield* sandbox
      .run({
        ...command,
        packageFolder: join(root, payload.pluginId),
        extraReadOnly: permissions.readMedia ? yield* mediaFolders(principal) : [],
        stdin: inputOf({ definition, payload, settings, token }),
        environment: environmentOf(credentials),
        hosts: permissions.network,
        limits: {
          wallMs: permissions.timeoutSeconds * 1_000,
          cpuSeconds: permissions.timeoutSeconds,
          memoryBytes: permissions.memoryMb * MIB + (command.program === "node" ? NODE_BYTES : 0),
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
  })
)
