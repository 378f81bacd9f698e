import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { LibraryItemsForgotten } from "../../catalog/items/events.ts"
import type { PictureEvent } from "./events.ts"

type Projected = PictureEvent | typeof LibraryItemsForgotten.Type

const rows = <E extends PictureEvent>(events: ReadonlyArray<Recorded<E>>) =>
  JSON.stringify(
    events.map(({ at, event, meta, streamId }) => ({ ...event, id: streamId, at, by: meta.actor }))
  )

/** The pictures of existing items. */
export const picturesProjection = projection<Projected>({
  name: "pictures",
  tables: ["item_pictures"],
  handlers: {
    "picture.made.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into item_pictures (item_id, size_bytes, mtime_ms, version, width, height, thumb_hash, is_incomplete)
          select x.id, x.size, x."mtimeMs", x.version, x.width, x.height, x."thumbHash", coalesce(x."isIncomplete", false)
          from jsonb_to_recordset(${rows(events)}::jsonb)
            as x(id uuid, size bigint, "mtimeMs" bigint, version text, width int, height int, "thumbHash" text, "isIncomplete" boolean)
            join items v on v.id = x.id for key share of v
          on conflict (item_id) do update set
            size_bytes = excluded.size_bytes, mtime_ms = excluded.mtime_ms, version = excluded.version,
            width = excluded.width, height = excluded.height, thumb_hash = excluded.thumb_hash, failure = null,
            is_incomplete = excluded.is_incomplete`
      ),
    "picture.failed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into item_pictures (item_id, size_bytes, mtime_ms, failure)
          select x.id, x.size, x."mtimeMs", x.reason
          from jsonb_to_recordset(${rows(events)}::jsonb) as x(id uuid, size bigint, "mtimeMs" bigint, reason text)
            join items v on v.id = x.id for key share of v
          on conflict (item_id) do update set
            size_bytes = excluded.size_bytes, mtime_ms = excluded.mtime_ms, failure = excluded.failure,
            version = null, width = null, height = null, thumb_hash = null, is_incomplete = false`
      ),
    "picture.chosen.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into item_pictures (item_id, chosen, seconds, digest, chosen_at, chosen_by)
          select x.id, x.choice ->> 'from', (x.choice ->> 'seconds')::float8, x.choice ->> 'digest', x.at, x.by
          from jsonb_to_recordset(${rows(events)}::jsonb) as x(id uuid, at timestamptz, by uuid, choice jsonb)
            join items v on v.id = x.id for key share of v
          on conflict (item_id) do update set chosen = excluded.chosen, seconds = excluded.seconds,
            digest = excluded.digest, chosen_at = excluded.chosen_at, chosen_by = excluded.chosen_by`
      ),
    "picture.reset.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update item_pictures p
          set chosen = null, seconds = null, digest = null, chosen_at = null, chosen_by = null
          where p.item_id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
      ),
    "library.items-forgotten.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from item_pictures where item_id = any(${events.flatMap(({ event }) => event.itemIds)}::uuid[])`
      )
  }
})
