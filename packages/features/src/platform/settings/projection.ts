import * as SqlClient from "@effect/sql/SqlClient"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { SettingsEvent } from "./events.ts"

export const settingsProjection = projection<SettingsEvent>({
  name: "settings",
  tables: ["settings"],
  handlers: {
    "settings.changed.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const { event } of events) {
          yield* sql`
            insert into settings (name, value) values (${event.name}, ${JSON.stringify(event.value)}::jsonb)
            on conflict (name) do update set value = excluded.value`
        }
      })
  }
})
