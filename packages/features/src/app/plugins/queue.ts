import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

const HookContext = Schema.Struct({
  /** The id of the item, performer, studio or tag. */
  id: Uuid,
  /** The word in the definition: `Scene.Update.Post` or `item.edited`. */
  type: Schema.String,
  inputFields: Schema.Array(Schema.String)
})

/** A run of one plugin. Credentials are never part of it: the run reads them when it starts. */
export const pluginTask = queue({
  name: "plugin-task",
  label: "Plugins",
  payload: Schema.Struct({
    pluginId: Schema.String,
    /** Acts for this account. */
    accountId: Uuid,
    /** The name of a task or of a hook. */
    task: Schema.String,
    hook: Schema.optionalWith(HookContext, { exact: true }),
    /** JSON text of what the caller gave. */
    args: Schema.String
  })
})
export type PluginTaskPayload = (typeof pluginTask)["payload"]["Type"]

interface Run extends PluginTaskPayload {
  readonly name: string
  readonly batchId: string
  readonly triggeredBy: string
}

export const pluginRunOf = ({ batchId, name, triggeredBy, ...payload }: Run) =>
  enqueueItem(pluginTask, {
    payload,
    target: { type: "plugin", id: payload.pluginId, label: `${name}: ${payload.task}` },
    batchId,
    triggeredBy
  })
