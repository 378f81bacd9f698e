import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import { earlierReasons } from "@media/pictures/EarlierReasons"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { READING } from "./reading.ts"
import { readingOf } from "./queue.ts"

const Row = Schema.Struct({ id: Schema.String, path: Schema.String })

const books = (triggeredBy: "manual" | "system", isEveryFailure: boolean) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Row)(sql`
      select v.id, f.path from items v join item_files f on f.item_id = v.id
      where v.kind = 'book' and v.status in ('ready', 'failed', 'arriving')
        and ((${isEveryFailure} and v.status = 'failed')
          or (v.status = 'failed' and f.failure = any(${[...earlierReasons]}::text[]))
          or not exists (select from book_documents d where d.item_id = v.id and d.reading = ${READING}))
      order by v.created_at, v.id limit 100000`)
    return rows.map(({ id, path }) => readingOf({ id, label: path, triggeredBy }))
  })

/** Returns a job for each book that the current version has not read, and for each unreadable book. */
export const booksToRead = books("manual", true)

/**
 * Returns a job for each book that the current version has not read, and for each book that failed with a reason that
 * may be outdated.
 */
export const booksReadOtherwise = books("system", false)
