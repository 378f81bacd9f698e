import { classOf, isOfNetwork } from "@media/egress/PublicAddress"
import { isIP } from "node:net"
import type { Fields } from "./fields.ts"
import type { Definition, PluginHook, PluginTask } from "./shapes.ts"

export const limits = { timeoutSeconds: 60, mostSeconds: 3_600, memoryMb: 256, mostMemoryMb: 2_048 }

/** The pattern of plugin ids. An id is also the name of the package's folder and part of environment variable names. */
const ID = /^(?!\.)[A-Za-z0-9._-]{1,80}$/
const SETTING = /^[^\p{C}]{1,100}$/u
const AUTH_KEY = /^[A-Za-z0-9_]{1,60}$/
/** A host name, `*.` followed by a host name, or `*` for every public website. */
export const HOST = /^(\*|(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+)$/i
/** The type of an event without its version, such as `item.edited`. */
const EVENT = /^[a-z-]+\.[a-z-]+$/
const HOOK =
  /^(Scene|SceneMarker|Image|Gallery|Group|Performer|Studio|Tag)\.(Create|Update|Destroy|Merge)\.Post$/

const most = { tasks: 100, hooks: 100, settings: 100, words: 100 }

export const readTask = (fields: Fields): PluginTask => ({
  name: fields.text("name", 200, true),
  description: fields.text("description", 2_000),
  execArgs: fields.texts("execArgs", most.words),
  defaultArgs: fields.record(fields.has("args") ? "args" : "defaultArgs")
})

export const readHook = (fields: Fields, hasEvents: boolean): PluginHook => {
  const triggeredBy = fields.texts("triggeredBy", most.words)
  for (const trigger of triggeredBy)
    if (!HOOK.test(trigger) && !(hasEvents && EVENT.test(trigger)))
      fields.report("triggeredBy", `contains "${trigger}", which is not an event`)
  if (triggeredBy.length === 0) fields.report("triggeredBy", "must contain at least one event")
  return {
    name: fields.text("name", 200, true),
    triggeredBy,
    isBatch: hasEvents && fields.flag("batch"),
    execArgs: fields.texts("execArgs", most.words),
    defaultArgs: fields.record(fields.has("args") ? "args" : "defaultArgs")
  }
}

export const readTasksAndHooks = (fields: Fields, hasEvents: boolean) => {
  const tasks = fields.each("tasks", most.tasks, readTask)
  for (const [index, { name }] of tasks.entries())
    if (tasks.findIndex((each) => each.name === name) !== index)
      fields.report("tasks", `has two tasks with the name "${name}"`)
  return { tasks, hooks: fields.each("hooks", most.hooks, (hook) => readHook(hook, hasEvents)) }
}

export const readSettings = (fields: Fields) =>
  fields.named("settings", most.settings, (setting, key) => {
    if (!SETTING.test(key))
      fields.report("settings", "has a key that is too long or contains invisible characters")
    return {
      key,
      displayName: setting.text("displayName", 200) || key,
      description: setting.text("description", 2_000),
      type: setting.word("type", ["STRING", "BOOLEAN", "NUMBER"])
    }
  })

const readAuth = (fields: Fields) =>
  fields.each("auth", most.settings, (auth) => {
    const key = auth.text("key", 60, true)
    if (key !== "" && !AUTH_KEY.test(key)) auth.report("key", "may contain only letters, digits and _")
    return { key, label: auth.text("label", 200) || key, isRequired: auth.flag("required") }
  })

const readPermissions = (fields: Fields) => {
  const network = fields.texts("network", 50).map((host) => host.toLowerCase())
  for (const host of network)
    if (isIP(host) !== 0 && classOf(host) !== "public" && !isOfNetwork(host))
      fields.report("network", `must not contain ${host}, which is the server itself or a reserved address`)
    else if (!HOST.test(host))
      fields.report("network", `must contain host names such as api.example.org, not "${host}"`)
  const api = fields.texts("api", 10)
  for (const right of api)
    if (right !== "read" && right !== "edit")
      fields.report("api", `may only contain read and edit, not "${right}"`)
  return {
    network,
    api: (["read", "edit"] as const).filter((right) => api.includes(right)),
    readMedia: fields.flag("readMedia"),
    timeoutSeconds: fields.whole("timeoutSeconds", {
      fallback: limits.timeoutSeconds,
      least: 1,
      most: limits.mostSeconds
    }),
    memoryMb: fields.whole("memoryMb", { fallback: limits.memoryMb, least: 32, most: limits.mostMemoryMb })
  }
}

/** Reads `plugin.yml` or `plugin.json`, a definition in the format of this project. */
export const readPlugin = (fields: Fields): Definition => {
  const id = fields.text("id", 80, true)
  if (id !== "" && !ID.test(id)) fields.report("id", "may contain only letters, digits, dots, _ and -")
  const exec = fields.texts("exec", most.words)
  if (exec.length === 0) fields.report("exec", "must contain the program to run")
  const notes = fields.has("ui") ? ["Its pages and styles for the web app are not loaded."] : []
  return {
    id,
    name: fields.text("name", 200, true),
    version: fields.text("version", 100),
    description: fields.text("description", 4_000),
    author: fields.text("author", 200),
    url: fields.text("url", 2_000),
    format: "plugin",
    runtime: fields.word("runtime", ["process", "node"]),
    exec,
    errLog: "info",
    ...readTasksAndHooks(fields, true),
    settings: readSettings(fields),
    auth: readAuth(fields),
    permissions: readPermissions(fields.inner("permissions")),
    notes,
    isRunnable: true
  }
}
