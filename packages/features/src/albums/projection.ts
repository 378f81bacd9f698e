import * as SqlClient from "@effect/sql/SqlClient"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { LibraryItemsForgotten } from "../libraries/events.ts"
import type { AlbumEvent } from "./events.ts"

type Projected = AlbumEvent | typeof LibraryItemsForgotten.Type

/** What is known of albums beside what every group has. */
export const albumsProjection = projection<Projected>({
  name: "albums",
  tables: ["album_facts"],
  handlers: {
    "album.described.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        // Of several of one album the last one counts.
        const last = [...new Map(events.map(({ event, streamId }) => [streamId, { ...event, id: streamId }]))]
        return sql`
          insert into album_facts (item_id, key, artist, year)
          select x.id, x.key, x.artist, x.year
          from jsonb_to_recordset(${JSON.stringify(last.map(([, row]) => row))}::jsonb)
            as x(id uuid, key text, artist text, year int)
            join items v on v.id = x.id for key share of v
          on conflict (item_id) do update set key = excluded.key, artist = excluded.artist, year = excluded.year`
      }),
    "library.items-forgotten.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from album_facts where item_id = any(${events.flatMap(({ event }) => event.itemIds)}::uuid[])`
      )
  }
})
