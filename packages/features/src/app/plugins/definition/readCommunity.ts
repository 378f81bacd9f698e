import type { Fields } from "./fields.ts"
import { limits, readSettings, readTasksAndHooks } from "./readPlugin.ts"
import type { Definition } from "./shapes.ts"

const levels = {
  none: null,
  trace: "debug",
  debug: "debug",
  info: "info",
  warning: "warn",
  error: "error"
} as const

/** Returns messages about the parts of a community plugin that are not supported. Empty if all parts are supported. */
const notesOf = (fields: Fields, face: "raw" | "rpc" | "js", exec: ReadonlyArray<string>) => [
  ...(face === "rpc" ? ["It needs JSON-RPC to Stash, which is not supported."] : []),
  ...(face === "js"
    ? ["It is a JavaScript plugin that needs Stash’s GraphQL API, which is not supported."]
    : []),
  ...(face === "raw" && exec.length === 0 && (fields.has("tasks") || fields.has("hooks"))
    ? ["It does not specify a program to run."]
    : []),
  ...(fields.has("ui")
    ? ["Its pages and styles for the web app are not loaded, because they would run with your permissions."]
    : []),
  ...(face === "raw" && exec.length > 0
    ? ["Requests to Stash’s GraphQL API fail, because plugins do not get a session."]
    : [])
]

/** Reads `<id>.yml`, a definition in Stash's format. */
export const readCommunity = (fields: Fields, id: string): Definition => {
  const face = fields.word("interface", ["raw", "rpc", "js"])
  const exec = fields.texts("exec", 100)
  const { hooks, tasks } = readTasksAndHooks(fields, false)
  return {
    id,
    name: fields.text("name", 200, true),
    version: fields.text("version", 100),
    description: fields.text("description", 4_000),
    author: "",
    url: fields.text("url", 2_000),
    format: "community",
    runtime: "process",
    exec,
    errLog: levels[fields.word("errLog", ["error", "none", "trace", "debug", "info", "warning"])],
    tasks,
    hooks,
    settings: readSettings(fields),
    auth: [],
    permissions: {
      network: [],
      api: [],
      readMedia: false,
      timeoutSeconds: limits.timeoutSeconds * 10,
      memoryMb: limits.memoryMb
    },
    notes: notesOf(fields, face, exec),
    isRunnable: face === "raw" && exec.length > 0 && tasks.length + hooks.length > 0
  }
}
