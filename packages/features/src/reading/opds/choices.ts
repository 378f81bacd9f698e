import * as SqlClient from "@effect/sql/SqlClient"
import { BookFormat } from "@media/books/BookFacts"
import { QueryCache } from "@media/pg/QueryCache"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { accessKey, visibleTo } from "../../platform/visibility/Visibility.ts"

const Row = Schema.Struct({
  format: Schema.NullOr(BookFormat),
  language: Schema.NullOr(Schema.String),
  libraryId: Schema.String,
  library: Schema.String
})

/** The values that the filters of a list offer. They come from the books that the caller may see. */
export interface Choices {
  readonly libraries: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly formats: ReadonlyArray<BookFormat>
  /** Language tags in lower case. */
  readonly languages: ReadonlyArray<string>
}

/** The maximum number of libraries, and of languages, to offer. */
const MOST = 40

const read = (principal: Principal) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const rows = yield* rowsOf(Row)(sql`
      select x.format, x.language, l.id as "libraryId", l.name as library from (
        select v.library_id, b.format, lower(b.language) as language
        from items v left join book_facts b on b.item_id = v.id
        where v.kind = 'book' and v.status <> 'missing' and ${visibility.items("v")} group by 1, 2, 3
      ) x join libraries l on l.id = x.library_id and ${visibility.libraries("l")}
      order by lower(l.name), l.id`)
    const libraries = new Map(rows.map(({ library, libraryId }) => [libraryId, library]))
    const languages = new Set(rows.flatMap(({ language }) => (language === null ? [] : [language])))
    return {
      libraries: [...libraries].map(([id, name]) => ({ id, name })).slice(0, MOST),
      formats: BookFormat.literals.filter((format) => rows.some((row) => row.format === format)),
      languages: [...languages].sort().slice(0, MOST)
    } satisfies Choices
  })

/**
 * Returns the choices. They are cached until a book or a library changes, because every page of a list shows the
 * choices, and reading 10,000 books takes 10 ms.
 */
export const choicesOf = (principal: Principal) =>
  Effect.flatMap(QueryCache, (cache) =>
    cache.get("sources", `catalog choices ${accessKey(principal)}`, read(principal))
  )
