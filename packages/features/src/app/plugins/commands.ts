import * as SqlClient from "@effect/sql/SqlClient"
import { enqueue } from "@media/jobs/Enqueue"
import { Conflict, Invalid, NotFound } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { putValue, removeValue } from "../../platform/secrets/sealedValues.ts"
import { blockedReason } from "./blocked.ts"
import type { ExecutePlugin, PluginPatch } from "./contract.ts"
import type { PluginSetting } from "./definition/shapes.ts"
import type { HostAccess } from "./events.ts"
import { decideHost } from "./hosts.ts"
import { findPlugin, findPluginRow } from "./queries.ts"
import { pluginRunOf } from "./queue.ts"

const typeOf = { BOOLEAN: "boolean", NUMBER: "number", STRING: "string" } as const
const words = { BOOLEAN: "true or false", NUMBER: "a number", STRING: "text" } as const

/** Rejects unknown settings, and values of the wrong type. */
const requireSettings = (
  known: ReadonlyArray<PluginSetting>,
  given: NonNullable<PluginPatch["settings"]>
): Effect.Effect<void, Invalid> => {
  const fields = Object.entries(given).flatMap(([key, value]) => {
    const setting = known.find((each) => each.key === key)
    const path = `settings.${key}`
    if (setting === undefined) return [{ path, message: "is not a setting of this plugin" }]
    const { type } = setting
    return value === null || typeof value === typeOf[type]
      ? []
      : [{ path, message: `must be ${words[type]}` }]
  })
  return fields.length === 0
    ? Effect.void
    : new Invalid({ reason: `${fields[0]!.path}: ${fields[0]!.message}.`, fields })
}

export const configurePlugin = Effect.fn("plugins.configure")(function* (
  _principal: Principal,
  id: string,
  { isEnabled, settings = {} }: PluginPatch
) {
  const { definition } = yield* findPluginRow(id)
  yield* requireSettings(definition.settings, settings)
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    update plugin_packages set is_enabled = coalesce(${isEnabled ?? null}::boolean, is_enabled),
      settings = jsonb_strip_nulls(settings || ${JSON.stringify(settings)}::jsonb)
    where id = ${id}`
  // Hooks run only for changes that were made while the plugin was enabled.
  if (isEnabled === false) yield* sql`delete from plugin_changes where plugin_id = ${id}`
  return yield* findPlugin(id)
})

export const setPluginHost = Effect.fn("plugins.setHost")(function* (
  principal: Principal,
  id: string,
  decision: { readonly host: string; readonly access: HostAccess }
) {
  yield* decideHost(principal, yield* findPluginRow(id), decision)
  return yield* findPlugin(id)
})

/** Stores a credential, or deletes it if the value is null. Only runs of the plugin can read the credential. */
export const setPluginAuth = Effect.fn("plugins.setAuth")(function* (
  _principal: Principal,
  { authKey, id }: { readonly id: string; readonly authKey: string },
  value: string | null
) {
  const { definition } = yield* findPluginRow(id)
  const auth = definition.auth.find(({ key }) => key === authKey)
  if (auth === undefined) return yield* new NotFound({ what: "credential" })
  const key = { owner: "plugin", ownerId: id, field: authKey }
  if (value === null) yield* removeValue(key)
  else
    yield* Effect.mapError(
      putValue(key, `${definition.name}: ${auth.label}`, Redacted.make(value)),
      (error) => (error._tag === "SecretUnavailable" ? new Conflict({ reason: error.message }) : error)
    )
  return null
})

/** Queues one run of a task. */
export const executePlugin = Effect.fn("plugins.execute")(function* (
  { accountId }: Principal,
  pluginId: string,
  { args = {}, task }: ExecutePlugin
) {
  const { definition, isEnabled } = yield* findPluginRow(pluginId)
  if (!definition.tasks.some(({ name }) => name === task)) return yield* new NotFound({ what: "task" })
  if (!isEnabled) return yield* new Conflict({ reason: "The plugin is turned off. Turn it on first." })
  if (!definition.isRunnable) return yield* new Conflict({ reason: definition.notes.join(" ") })
  const blocked = yield* blockedReason
  if (blocked !== null) return yield* new Conflict({ reason: blocked })
  const batchId = uuidv7()
  const [run] = yield* enqueue([
    pluginRunOf({
      ...{ pluginId, accountId, task, batchId },
      args: JSON.stringify(args),
      name: definition.name,
      triggeredBy: "manual"
    })
  ])
  return { jobRunId: run!.jobRunId, batchId }
})
