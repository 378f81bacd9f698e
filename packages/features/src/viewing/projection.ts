import * as SqlClient from "@effect/sql/SqlClient"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { ViewingEvent } from "./events.ts"

export const viewingsProjection = projection<ViewingEvent>({
  name: "viewings",
  tables: ["viewings"],
  handlers: {
    "viewing.rated.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into viewings (account_id, video_id, rating)
          select x."accountId", x."videoId", x.rating
          from jsonb_to_recordset(${JSON.stringify(events.map(({ event }) => event))}::jsonb)
            as x("accountId" uuid, "videoId" uuid, rating int)
          on conflict (account_id, video_id) do update set rating = excluded.rating`
      )
  }
})
