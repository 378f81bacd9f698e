import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** A run of a plugin. Never contains credentials: the run reads them when it starts. */
export const pluginTask = queue({
  name: "plugin-task",
  label: "Plugins",
  payload: Schema.Struct({
    pluginId: Schema.String,
    /** The account on whose behalf it acts. */
    accountId: Uuid,
    /** The name of a task or of a hook. */
    task: Schema.String,
    /** True if the run takes its pending changes from the table. */
    isHook: Schema.optionalWith(Schema.Boolean, { exact: true }),
    /** The arguments of a task from the caller, as JSON text. */
    args: Schema.String
  })
})
export type PluginTaskPayload = (typeof pluginTask)["payload"]["Type"]

interface Run extends PluginTaskPayload {
  readonly name: string
  readonly batchId: string
  readonly triggeredBy: string
}

/** At most one queued or running run for each hook, so that its changes are handled in order. */
export const hookKey = (pluginId: string, hook: string): string => `${pluginId}/${hook}`

export const pluginRunOf = ({ batchId, name, triggeredBy, ...payload }: Run) =>
  enqueueItem(pluginTask, {
    payload,
    target: { type: "plugin", id: payload.pluginId, label: `${name}: ${payload.task}` },
    batchId,
    triggeredBy
  })
