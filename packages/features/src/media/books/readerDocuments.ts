import * as SqlClient from "@effect/sql/SqlClient"
import { partialMd5 } from "@media/books/PartialMd5"
import { rowOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import type { FileStamp } from "../../catalog/items/fileState.ts"
import type { ItemSource } from "../../catalog/items/source.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/**
 * Records the two identifiers that KOReader uses for a book: a hash of its content and a hash of its file name. The row
 * also contains the size and modification time of the file, because the identifiers are valid only until the file
 * changes. `reading` in the row is the version of the code that read the book.
 */
export const recordDocument = (
  { file, id, label, root }: ItemSource,
  { mtimeMs, size }: FileStamp,
  reading: number
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const partial = yield* partialMd5({ root: root.path, path: file })
    const name = createHash("md5").update(nameOf(label)).digest()
    yield* sql`
      insert into book_documents (item_id, size_bytes, mtime_ms, partial_md5, name_md5, reading)
      select v.id, ${size}::bigint, ${mtimeMs}::bigint, ${partial}, ${name}, ${reading}::int from items v where v.id = ${id} for key share
      on conflict (item_id) do update set size_bytes = excluded.size_bytes, mtime_ms = excluded.mtime_ms,
        partial_md5 = excluded.partial_md5, name_md5 = excluded.name_md5,
        reading = excluded.reading`
  }).pipe(Effect.withSpan("readingApps.recordDocument"))

const Found = Schema.Struct({ id: Schema.String, isSameFile: Schema.Boolean })

/**
 * Returns the book with one of these KOReader identifiers, or undefined if the caller may see no such book. If several
 * books match, they are preferred in this order:
 * - the book that matches the earliest identifier in the list
 * - a book that matches by content (`isSameFile`), not only by name
 * - the copy that the caller read most recently
 */
export const bookOfDocument = (principal: Principal, identifiers: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const hashes = identifiers
      .filter((each) => /^[0-9a-f]{32}$/i.test(each))
      .map((each) => each.toLowerCase())
    if (hashes.length === 0) return undefined
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const found = yield* rowOf(Found)(sql`
      select v.id, d.rank = 1 as "isSameFile"
      from unnest(${hashes}::text[]) with ordinality as wanted(hash, place) cross join lateral (
        select d.*, 1 as rank from book_documents d where d.partial_md5 = decode(wanted.hash, 'hex')
        union all select d.*, 2 from book_documents d where d.name_md5 = decode(wanted.hash, 'hex')
      ) d join items v on v.id = d.item_id join item_files f on f.item_id = v.id
        left join user_progress p on p.item_id = v.id and p.account_id = ${principal.accountId}
      where v.kind = 'book' and f.size_bytes = d.size_bytes and f.mtime_ms = d.mtime_ms and ${visibility.items("v")}
      order by wanted.place, d.rank, (v.status = 'missing'), p.last_played_at desc nulls last, v.id limit 1`)
    return Option.getOrUndefined(found)
  }).pipe(Effect.withSpan("readingApps.bookOfDocument"))
