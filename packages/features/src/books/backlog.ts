import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readingOf } from "./queue.ts"

const Row = Schema.Struct({ id: Schema.String, path: Schema.String })

/** Books that nothing was read of, also where that failed, and PDF of the time when nothing could be. */
export const booksToRead = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select v.id, f.path from items v join item_files f on f.item_id = v.id
    where v.kind = 'book' and v.status in ('ready', 'failed')
      and (v.status = 'failed' or not exists (
          select from book_facts k where k.item_id = v.id and (k.format <> 'pdf' or k.pages is not null))
        or not exists (select from book_documents d where d.item_id = v.id))
    order by v.created_at, v.id limit 100000`)
  return rows.map(({ id, path }) => readingOf({ id, label: path, triggeredBy: "manual" }))
})
