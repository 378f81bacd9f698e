import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import * as Effect from "effect/Effect"
import type { ItemEntryRegistered, ItemEntryRenamed } from "./events.ts"
import { settling } from "./groups.ts"
import { sortTitleOf } from "./title.ts"

/** Entries of archives in the table of items. Their library and status follow from the archive's; see `settle_groups.sql`. */
export const entryHandlers = {
  "item.entry-registered.v1": settling((events: ReadonlyArray<Recorded<typeof ItemEntryRegistered.Type>>) => {
    const rows = JSON.stringify(
      events.map(({ at, event, streamId }) => ({
        ...event,
        id: streamId,
        at,
        sortTitle: sortTitleOf(event.title)
      }))
    )
    return Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        with x as materialized (
          select x.*, a.library_id as "libraryId" from jsonb_to_recordset(${rows}::jsonb)
            as x(id uuid, at timestamptz, kind item_kind, "archiveId" uuid, ordinal int, name text, size bigint,
                 "mtimeMs" bigint, title text, "sortTitle" text)
            join items a on a.id = x."archiveId"
        ), entries as (
          insert into archive_entries (item_id, archive_id, size_bytes, crc32, is_present, name_hash, name)
          select id, "archiveId", size, "mtimeMs", true, substr(sha256(convert_to(name, 'UTF8')), 1, 16), name from x
        )
        insert into items (id, library_id, parent_id, ordinal, kind, size_bytes, title, sort_title, status, shuffle_key,
                           created_at, updated_at)
        select id, "libraryId", "archiveId", ordinal, kind, size, title, "sortTitle", 'ready', hashtextextended(id::text, 0),
               at, at
        from x`
    )
  }),
  "item.entry-renamed.v1": (events: ReadonlyArray<Recorded<typeof ItemEntryRenamed.Type>>) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        update archive_entries e set name = x.name, name_hash = substr(sha256(convert_to(x.name, 'UTF8')), 1, 16)
        from jsonb_to_recordset(${JSON.stringify(
          events.map(({ event, streamId }) => ({ id: streamId, name: event.name }))
        )}::jsonb) as x(id uuid, name text)
        where e.item_id = x.id`
    )
}
