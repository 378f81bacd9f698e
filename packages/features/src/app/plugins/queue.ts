import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** The queue of plugin runs. The payload never contains credentials, which are read when the run starts. */
export const pluginTask = queue({
  name: "plugin-task",
  label: "Plugins",
  payload: Schema.Struct({
    pluginId: Schema.String,
    /** The account on whose behalf the plugin acts. */
    accountId: Uuid,
    /** Name of the task or hook. */
    task: Schema.String,
    /** True for a hook, whose pending changes are in `plugin_changes`. */
    isHook: Schema.optionalWith(Schema.Boolean, { exact: true }),
    /** The arguments of a task as JSON. */
    args: Schema.String
  })
})
export type PluginTaskPayload = (typeof pluginTask)["payload"]["Type"]

interface Run extends PluginTaskPayload {
  readonly name: string
  readonly batchId: string
  readonly triggeredBy: string
}

/**
 * Returns the dedupe key of a hook. At most one run per hook is queued or running, so that the hook handles changes in
 * order.
 */
export const hookKey = (pluginId: string, hook: string): string => `${pluginId}/${hook}`

export const pluginRunOf = ({ batchId, name, triggeredBy, ...payload }: Run) =>
  enqueueItem(pluginTask, {
    payload,
    target: { type: "plugin", id: payload.pluginId, label: `${name}: ${payload.task}` },
    batchId,
    triggeredBy
  })
