import type { BookFormat } from "@media/books/BookFacts"
import { bookSpine } from "@media/books/guarded/AskBook"
import type { SpineItem } from "@media/books/epub/Spine"
import { NotFound } from "@media/kernel/Errors"
import { rowOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { sourceOf } from "../../catalog/items/source.ts"
import type { BookProgress } from "../../catalog/user-items/contract.ts"
import { getBookProgress } from "../../catalog/user-items/queries.ts"
import { nativeIn } from "./native.ts"

const Facts = Schema.Struct({
  format: Schema.NullOr(Schema.Literal("epub", "comic", "pdf", "other")),
  pages: Schema.NullOr(Schema.Number)
})

/** Returns the format and the page count of a book. The caller must have checked that the book is visible. */
const factsOf = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const row = yield* rowOf(Facts)(sql`select format, pages from book_facts where item_id = ${id}`)
    return Option.getOrElse(row, () => ({ format: null, pages: null }))
  })

/** The caller's position in a book, with the facts that are needed to convert the position to the format of an app. */
export interface BookPosition {
  readonly id: string
  readonly format: BookFormat | null
  readonly pages: number | null
  readonly progress: BookProgress
  readonly native: ReturnType<typeof nativeIn>
}

/** Returns the caller's position in a book. A hidden book is reported as not found. */
export const bookPositionIn = (principal: Principal, id: string) =>
  Effect.gen(function* () {
    const progress = yield* getBookProgress(principal, id)
    return {
      id,
      ...(yield* factsOf(id)),
      progress,
      native: nativeIn(progress.locator?.native)
    } satisfies BookPosition
  })

/**
 * The maximum number of cached books. With 2,000 documents per book and about 200 bytes per document, the cache takes
 * at most 40 MB.
 */
const MOST_BOOKS = 100
const MOST_DOCUMENTS = 2_000
/**
 * The documents of books, keyed by the id, size and modification time of the book. The most recently used book is last.
 */
const known = new Map<string, ReadonlyArray<SpineItem>>()

const remember = (content: string, spine: ReadonlyArray<SpineItem>): void => {
  known.delete(content)
  if (spine.length > MOST_DOCUMENTS) return
  known.set(content, spine)
  for (const oldest of [...known.keys()].slice(0, Math.max(0, known.size - MOST_BOOKS))) known.delete(oldest)
}

/**
 * Returns the documents of a book in reading order. Empty if the book is not an EPUB or cannot be read at the moment.
 * The result is cached, because an app sends a report for every turned page, and the disk may not always respond.
 */
export const spineOf = (principal: Principal, { format, id }: Pick<BookPosition, "format" | "id">) =>
  Effect.gen(function* () {
    if (format !== "epub") return []
    const found = yield* sourceOf(principal, "book", id)
    if (Option.isNone(found)) return yield* new NotFound({ what: "book" })
    const { file, label, mtimeMs, root, size } = found.value
    const content = `${id} ${size} ${mtimeMs}`
    const before = known.get(content)
    if (before !== undefined) {
      remember(content, before)
      return before
    }
    return yield* bookSpine({ root: root.path, path: file, name: label }).pipe(
      Effect.tap((spine) => Effect.sync(() => remember(content, spine))),
      Effect.catchAll(({ reason }) =>
        Effect.as(Effect.logInfo("the documents of a book could not be read", { id, reason }), [])
      )
    )
  }) satisfies Effect.Effect<ReadonlyArray<SpineItem>, unknown, unknown>
