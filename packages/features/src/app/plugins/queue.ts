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
    /** The run takes the changes that wait for it from the table. */
    isHook: Schema.optionalWith(Schema.Boolean, { exact: true }),
    /** JSON text of what the caller gave to a task. */
    args: Schema.String
  })
})
export type PluginTaskPayload = (typeof pluginTask)["payload"]["Type"]

interface Run extends PluginTaskPayload {
  readonly name: string
  readonly batchId: string
  readonly triggeredBy: string
}

/** One living run for each hook, so that its changes are handled in their order. */
export const hookKey = (pluginId: string, hook: string): string => `${pluginId}/${hook}`

export const pluginRunOf = ({ batchId, name, triggeredBy, ...payload }: Run) =>
  enqueueItem(pluginTask, {
    payload,
    target: { type: "plugin", id: payload.pluginId, label: `${name}: ${payload.task}` },
    batchId,
    triggeredBy
  })
