import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection, recordedRow } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ItemFileChanged, ItemFileRestamped, LibraryItemsForgotten } from "../../catalog/items/events.ts"
import { type FingerprintEvent, ItemFingerprinted, ItemPhashed } from "./events.ts"

type NewContent = typeof ItemFileChanged.Type | typeof ItemFileRestamped.Type
type Projected = FingerprintEvent | NewContent | typeof LibraryItemsForgotten.Type

const HashRow = Schema.Struct({ id: Uuid, ...ItemFingerprinted.fields })
const PhashRow = Schema.Struct({ id: Uuid, ...ItemPhashed.fields })

const remove = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from item_fingerprints where item_id = any(${ids as Array<string>}::uuid[])`
  )

/** Deletes the hashes of replaced content, because they do not apply to the new content. */
const forget = (events: ReadonlyArray<Recorded<NewContent>>) => remove(events.map(({ streamId }) => streamId))

/** Stores the hashes of the current content of each item's file. */
export const fingerprintsProjection = projection<Projected>({
  name: "fingerprints",
  tables: ["item_fingerprints"],
  handlers: {
    "item.fingerprinted.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into item_fingerprints (item_id, size_bytes, mtime_ms, oshash, md5)
          select x.id, x.size, x.mtime_ms, ('x' || x.oshash)::bit(64)::bigint, decode(x.md5, 'hex')
          from ${recordset(HashRow, events.map(recordedRow)).from} join items v on v.id = x.id for key share of v
          on conflict (item_id) do update set size_bytes = excluded.size_bytes, mtime_ms = excluded.mtime_ms,
            oshash = excluded.oshash, md5 = excluded.md5`
      ),
    "item.phashed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into item_fingerprints (item_id, size_bytes, mtime_ms, phash, phash_failure)
          select x.id, x.size, x.mtime_ms, ('x' || x.phash)::bit(64)::bigint, x.reason
          from ${recordset(PhashRow, events.map(recordedRow)).from} join items v on v.id = x.id for key share of v
          on conflict (item_id) do update set size_bytes = excluded.size_bytes, mtime_ms = excluded.mtime_ms,
            phash = excluded.phash, phash_failure = excluded.phash_failure`
      ),
    "item.file-changed.v1": forget,
    "item.file-restamped.v1": forget,
    "library.items-forgotten.v1": (events) => remove(events.flatMap(({ event }) => event.itemIds))
  }
})
