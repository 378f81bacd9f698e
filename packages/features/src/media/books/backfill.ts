import * as SqlClient from "@effect/sql/SqlClient"
import { exhaustedTargets } from "@media/jobs/Exhausted"
import { rowsOf } from "@media/pg/Rows"
import { earlierReasons } from "@media/pictures/EarlierReasons"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { READING } from "./reading.ts"
import { bookRead, readingOf } from "./queue.ts"

const Row = Schema.Struct({ id: Schema.String, path: Schema.String })

/**
 * Returns a job for each book that must be read (again). If `ids` is given, only these books are considered.
 * `isEveryFailure` includes all failed books, not only those that an earlier version rejected for an outdated reason.
 */
const books = (triggeredBy: "manual" | "system", isEveryFailure: boolean, ids?: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Row)(sql`
      select v.id, f.path from items v join item_files f on f.item_id = v.id
      where v.kind = 'book' and v.status in ('ready', 'failed', 'arriving')
        and ((${isEveryFailure} and v.status = 'failed')
          or (v.status = 'failed' and f.failure = any(${[...earlierReasons]}::text[]))
          or not exists (
            select from book_documents d where d.item_id = v.id and d.reading = ${READING}
              and d.size_bytes = f.size_bytes and d.mtime_ms = f.mtime_ms))
        and ${ids === undefined ? sql`true` : sql`v.id = any(${[...ids]}::uuid[])`}
      order by v.created_at, v.id limit 100000`)
    return rows.map(({ id, path }) => readingOf({ id, label: path, triggeredBy }))
  })

/** Returns a job for each book whose file the current version has not read, and for each unreadable book. */
export const booksToRead = books("manual", true)

/**
 * Returns a job for each book that the current version has not read, and for each book that an earlier version rejected
 * for a reason that may no longer apply.
 */
export const booksReadOtherwise = books("system", false)

/**
 * Returns a job for each book whose last job used up all of its attempts. The cause may have been temporary, for
 * example if decoders were killed for lack of memory.
 */
export const booksToReadAgain = Effect.flatMap(exhaustedTargets({ queue: bookRead.name }), (ids) =>
  books("system", false, ids)
)
