import * as SqlClient from "@effect/sql/SqlClient"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { PluginEvent } from "./events.ts"

/** Administrators' decisions about the hosts of plugins. */
export const pluginHostsProjection = projection<PluginEvent>({
  name: "plugin-hosts",
  tables: ["plugin_hosts"],
  handlers: {
    "plugin.host-set.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const { event } of events) {
          const { access, host, pluginId } = event
          yield* access === "manifest"
            ? sql`delete from plugin_hosts where plugin_id = ${pluginId} and host = ${host}`
            : sql`insert into plugin_hosts (plugin_id, host, access) values (${pluginId}, ${host}, ${access})
                on conflict (plugin_id, host) do update set access = excluded.access`
        }
      })
  }
})
