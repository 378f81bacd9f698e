import * as Schema from "effect/Schema"

/** Permissions for the API that a plugin can call during a run. */
export const Right = Schema.Literal("read", "edit")
export type Right = typeof Right.Type

export const SettingType = Schema.Literal("BOOLEAN", "NUMBER", "STRING")

export const PluginTask = Schema.Struct({
  name: Schema.String,
  description: Schema.String,
  execArgs: Schema.Array(Schema.String),
  defaultArgs: Schema.Record({ key: Schema.String, value: Schema.String })
})
export type PluginTask = typeof PluginTask.Type

export const PluginHook = Schema.Struct({
  name: Schema.String,
  /** The triggers of the hook, such as `Scene.Update.Post`, or the type of an event, such as `item.edited`. */
  triggeredBy: Schema.Array(Schema.String),
  /** True if one run receives many changes. Otherwise the program runs once for each change. */
  isBatch: Schema.optionalWith(Schema.Boolean, { default: () => false }),
  execArgs: Schema.Array(Schema.String),
  defaultArgs: Schema.Record({ key: Schema.String, value: Schema.String })
})
export type PluginHook = typeof PluginHook.Type

export const PluginSetting = Schema.Struct({
  key: Schema.String,
  displayName: Schema.String,
  description: Schema.String,
  type: SettingType
})
export type PluginSetting = typeof PluginSetting.Type

export const PluginAuth = Schema.Struct({
  key: Schema.String,
  label: Schema.String,
  isRequired: Schema.Boolean
})

export const PluginPermissions = Schema.Struct({
  network: Schema.Array(Schema.String),
  api: Schema.Array(Right),
  readMedia: Schema.Boolean,
  timeoutSeconds: Schema.Int,
  memoryMb: Schema.Int
})
export type PluginPermissions = typeof PluginPermissions.Type

/** The description of a plugin in its package, in the format of this project or in Stash's format. */
export const Definition = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  version: Schema.String,
  description: Schema.String,
  author: Schema.String,
  url: Schema.String,
  /** `plugin` is the format of this project. `community` is Stash's format. */
  format: Schema.Literal("plugin", "community"),
  runtime: Schema.Literal("node", "process"),
  exec: Schema.Array(Schema.String),
  /** The log level of lines on stderr without a level of their own. Null discards such lines. */
  errLog: Schema.NullOr(Schema.Literal("debug", "info", "warn", "error")),
  tasks: Schema.Array(PluginTask),
  hooks: Schema.Array(PluginHook),
  settings: Schema.Array(PluginSetting),
  auth: Schema.Array(PluginAuth),
  permissions: PluginPermissions,
  /** Messages for users about parts of the plugin that are not supported, with the reasons. */
  notes: Schema.Array(Schema.String),
  /** False if no task or hook of the plugin can run. */
  isRunnable: Schema.Boolean
})
export type Definition = typeof Definition.Type
