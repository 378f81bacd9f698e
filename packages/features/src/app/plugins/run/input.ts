import { nodeCommand, pythonCommand } from "@media/sandbox/Interpreters"
import { PACKAGE, type SandboxRun } from "@media/sandbox/Sandbox"
import type { Definition } from "../definition/shapes.ts"
import type { PluginTaskPayload } from "../queue.ts"

/** The port inside of the sandbox at which the API of the run answers. */
export const API_PORT = 8009
const API_URL = `http://127.0.0.1:${API_PORT}`

const inside = (word: string): string =>
  word.replaceAll("{pluginDir}", PACKAGE).replace(/^\.\//, `${PACKAGE}/`)

const inPackage = (file: string): string => (file.startsWith("/") ? file : `${PACKAGE}/${file}`)

/** How a plugin is started. Node and Python get their own restrictions inside of the sandbox. */
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
  readonly definition: Definition
  readonly payload: PluginTaskPayload
  readonly settings: Readonly<Record<string, unknown>>
  /** Undefined if the plugin asked for no rights. */
  readonly token: string | undefined
}

/** The JSON on stdin of a run. No session of a person is handed out. */
export const inputOf = ({ definition, payload, settings, token }: Given): string => {
  const { hook, task } = payload
  const own = hook === undefined ? definition.tasks : definition.hooks
  const defaults = own.find(({ name }) => name === task)?.defaultArgs ?? {}
  const args = JSON.parse(payload.args) as Readonly<Record<string, unknown>>
  return JSON.stringify({
    server_connection: {
      Scheme: "http",
      Port: API_PORT,
      SessionCookie: null,
      Dir: "/tmp",
      PluginDir: PACKAGE
    },
    task,
    args: { ...defaults, ...args, ...(hook === undefined ? {} : { hookContext: { ...hook, input: null } }) },
    settings,
    ...(token === undefined ? {} : { api: { url: API_URL, token } })
  })
}
