import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/**
 * An administrator's decision about a host. `allowed` allows a public website that is not in the manifest. `private`
 * allows a host with private addresses. `refused` forbids connections to a host in the manifest. `manifest` means that
 * no decision exists and the manifest applies.
 */
export const HostAccess = Schema.Literal("allowed", "private", "refused", "manifest")
export type HostAccess = typeof HostAccess.Type

/** An administrator made a decision about a host. `plugin` is the name of the plugin at that time. */
export const PluginHostSet = event("plugin.host-set.v1", {
  pluginId: Schema.String,
  plugin: Schema.String,
  host: Schema.String,
  access: HostAccess
})

export const PluginEvent = PluginHostSet
export type PluginEvent = typeof PluginEvent.Type
export const pluginEvents = [PluginHostSet]
