import { nodeCommand, pythonCommand } from "@media/sandbox/Interpreters"
import { PACKAGE, type SandboxRun } from "@media/sandbox/Sandbox"
import type { Definition } from "../definition/shapes.ts"

/** The port inside the sandbox on which the API listens. */
export const API_PORT = 8009
const API_URL = `http://127.0.0.1:${API_PORT}`

const inside = (word: string): string =>
  word.replaceAll("{pluginDir}", PACKAGE).replace(/^\.\//, `${PACKAGE}/`)

const inPackage = (file: string): string => (file.startsWith("/") ? file : `${PACKAGE}/${file}`)

/**
 * Returns the command that starts a plugin. Node and Python programs run with additional restrictions inside the
 * sandbox.
 */
export const commandOf = (
  { exec, runtime }: Pick<Definition, "exec" | "runtime">,
  execArgs: ReadonlyArray<string>
): Pick<SandboxRun, "program" | "args"> => {
  const [first = "", ...rest] = [...exec, ...execArgs].map(inside)
  if (runtime === "node") return nodeCommand(inPackage(first), rest)
  const [file = "", ...args] = rest
  if (/^python3?$/.test(first) && !file.startsWith("-")) return pythonCommand(inPackage(file), args)
  if (first === "node" && !file.startsWith("-")) return nodeCommand(inPackage(file), args)
  if (first.endsWith(".py")) return pythonCommand(inPackage(first), rest)
  return { program: first, args: rest }
}

interface Given {
  /** Name of the task or hook. */
  readonly task: string
  readonly args: object
  readonly settings: Readonly<Record<string, unknown>>
  /** The API token. Undefined if the plugin does not use the API. */
  readonly token: string | undefined
}

/** Returns the JSON that a run receives on stdin. It never contains a user's session. */
export const inputOf = ({ args, settings, task, token }: Given): string =>
  JSON.stringify({
    server_connection: {
      Scheme: "http",
      Port: API_PORT,
      SessionCookie: null,
      Dir: "/tmp",
      PluginDir: PACKAGE
    },
    task,
    args,
    settings,
    ...(token === undefined ? {} : { api: { url: API_URL, token } })
  })
