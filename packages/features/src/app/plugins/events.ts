import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"
import { HostAccess } from "./definition/shapes.ts"

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
