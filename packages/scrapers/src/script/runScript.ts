import { pythonCommand } from "@media/sandbox/Interpreters"
import { Sandbox, type SandboxResult } from "@media/sandbox/Sandbox"
import * as Effect from "effect/Effect"
import { statSync } from "node:fs"
import { basename, join } from "node:path"
import type { ActionQuery } from "../address.ts"
import type { Action, Definition } from "../definition/Definition.ts"
import { ScrapeFailed } from "../ScrapeFailed.ts"
import type { Trace } from "../Trace.ts"
import { scriptHosts } from "./scriptHosts.ts"
import { scriptResult } from "./scriptResult.ts"

/**
 * The folder of the scraper, and `root`, the folder of all scrapers, which also contains the packages that scrapers
 * require.
 */
export interface ScriptFolder {
  readonly root: string
  readonly folder: string
}

/**
 * The folder of the scrapers inside the sandbox. Scripts add the parent of their own folder to the module path, so
 * packages are next to the scraper inside the sandbox too.
 */
const INSIDE = "/scrapers"
const PACKAGE_ID = /^[A-Za-z0-9._-]{1,80}$/
const LIMITS = { wallMs: 60_000, cpuSeconds: 60, outputBytes: 4 * 1024 ** 2 }
const MOST_LINES = 100

const cannotRun = (reason: string) => new ScrapeFailed({ code: "cannot-run", reason })

/** Returns the input of a script with the field names of the scraper format. */
const inputOf = (query: ActionQuery): object => {
  switch (query.by) {
    case "name":
      return { name: query.name }
    case "url":
      return { url: query.url }
    case "fragment":
      return {
        ...query.fragment,
        ...(query.fragment.url === undefined ? {} : { urls: [query.fragment.url] })
      }
  }
}

/** Returns the command of a script. Only Python is supported, because all community scripts use Python. */
const commandOf = ([program, file, ...args]: ReadonlyArray<string>, folder: string) =>
  (program === "python" || program === "python3") && file !== undefined && !file.startsWith("-")
    ? pythonCommand(join(INSIDE, folder, file), args, [join(INSIDE, folder), INSIDE])
    : undefined

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

const REASONS: Readonly<Record<Exclude<SandboxResult["endedBy"], "itself">, string>> = {
  wall: "The script did not finish within 60 seconds.",
  cpu: "The script used too much CPU time.",
  memory: "The script used too much memory.",
  output: "The script printed too much output.",
  files: "The script wrote too much data.",
  killed: "The script was killed by a signal."
}

/** Matches the log level at the beginning of a line: `\x01`, a letter, `\x02`. */
// eslint-disable-next-line no-control-regex
const LEVEL = /^\u0001.\u0002/

/** Runs a script action in the sandbox. The caller must have checked that the script is allowed. */
export const runScript = Effect.fn("scrapers.runScript")(function* (
  { actions, requires }: Pick<Definition, "actions" | "requires">,
  action: Action,
  query: ActionQuery,
  { folder, root }: ScriptFolder,
  trace: Trace
) {
  const sandbox = yield* Sandbox
  if (folder === root) return yield* cannotRun("Move the scraper to its own folder to run its script.")
  // Replaces all characters that a mount table would escape.
  const own = basename(folder).replaceAll(/[^A-Za-z0-9._-]/g, "_")
  const command = commandOf(action.script, own)
  if (command === undefined) return yield* cannotRun("The script is not a Python file.")
  const siblings = requires.filter(
    (id) => PACKAGE_ID.test(id) && !/^\.+$/.test(id) && id !== own && isFolder(join(root, id))
  )
  let lines = 0
  const { endedBy, exitCode, stdout } = yield* sandbox
    .run({
      ...command,
      packageFolder: folder,
      extraReadOnly: [
        { from: folder, to: join(INSIDE, own) },
        ...siblings.map((id) => ({ from: join(root, id), to: join(INSIDE, id) }))
      ],
      stdin: JSON.stringify(inputOf(query)),
      hosts: scriptHosts(actions),
      limits: LIMITS,
      onStderrLine: (line) => {
        lines += 1
        const message = line.replace(LEVEL, "").slice(0, 500)
        if (lines <= MOST_LINES && message !== "") trace.add({ is: "warning", field: "script", message })
      }
    })
    .pipe(
      Effect.catchTags({
        SandboxRefused: ({ message }) => Effect.fail(cannotRun(message)),
        SandboxBroken: (error) =>
          Effect.zipRight(
            Effect.logWarning("A sandbox could not be set up", { detail: error.detail }),
            Effect.fail(cannotRun("The sandbox could not be set up. The server log contains the reason."))
          ),
        ChildNotStarted: ({ message }) => Effect.fail(cannotRun(message))
      })
    )
  if (endedBy !== "itself") return yield* new ScrapeFailed({ code: "limit", reason: REASONS[endedBy] })
  if (exitCode !== 0)
    return yield* new ScrapeFailed({ code: "page", reason: `The script failed with exit code ${exitCode}.` })
  const results = scriptResult(action.kind, stdout.toString("utf8"))
  if (results === undefined)
    return yield* new ScrapeFailed({ code: "page", reason: "The script did not print a result." })
  return action.input === "name" ? results : results.slice(0, 1)
})
