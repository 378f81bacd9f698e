import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { recordedFields, recordedRow } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ItemEntryRegistered, ItemEntryRenamed } from "./events.ts"
import { recomputingGroups } from "./groups.ts"
import { sortTitleOf } from "./title.ts"

const EntryRow = Schema.Struct({
  ...recordedFields,
  ...ItemEntryRegistered.fields,
  sortTitle: Schema.String
})
const RenamedRow = Schema.Struct({ id: Uuid, ...ItemEntryRenamed.fields })

/**
 * Projection handlers for entries of archives. An entry has the library and status of its archive, which
 * `recompute_groups.sql` copies to the entry.
 */
export const entryHandlers = {
  "item.entry-registered.v1": recomputingGroups(
    (events: ReadonlyArray<Recorded<typeof ItemEntryRegistered.Type>>) => {
      const rows = recordset(
        EntryRow,
        events.map((each) => ({ ...recordedRow(each), sortTitle: sortTitleOf(each.event.title) }))
      )
      return Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
        with x as materialized (
          select x.*, a.library_id from ${rows.from} join items a on a.id = x.archive_id
        ), entries as (
          insert into archive_entries (item_id, archive_id, size_bytes, crc32, is_present, name_hash, name)
          select id, archive_id, size, mtime_ms, true, substr(sha256(convert_to(name, 'UTF8')), 1, 16), name from x
        )
        insert into items (id, library_id, parent_id, ordinal, kind, size_bytes, title, sort_title, status, shuffle_key,
                           created_at, updated_at)
        select id, library_id, archive_id, ordinal, kind, size, title, sort_title, 'ready', hashtextextended(id::text, 0),
               at, at
        from x`
      )
    }
  ),
  "item.entry-renamed.v1": (events: ReadonlyArray<Recorded<typeof ItemEntryRenamed.Type>>) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        update archive_entries e set name = x.name, name_hash = substr(sha256(convert_to(x.name, 'UTF8')), 1, 16)
        from ${recordset(RenamedRow, events.map(recordedRow)).from}
        where e.item_id = x.id`
    )
}
