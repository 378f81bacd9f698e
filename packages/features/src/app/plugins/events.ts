import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

/**
 * The decision of an administrator about a host of a plugin. `allowed`: a public website beyond the manifest.
 * `private`: a host that may have private addresses. `refused`: a host in the manifest that the plugin may not use.
 * `manifest`: the manifest decides.
 */
export const HostAccess = Schema.Literal("allowed", "private", "refused", "manifest")
export type HostAccess = typeof HostAccess.Type

/** An administrator decided about one host of a plugin. `plugin` is its name at that moment. */
export const PluginHostSet = event("plugin.host-set.v1", {
  pluginId: Schema.String,
  plugin: Schema.String,
  host: Schema.String,
  access: HostAccess
})

export const PluginEvent = PluginHostSet
export type PluginEvent = typeof PluginEvent.Type
export const pluginEvents = [PluginHostSet]
