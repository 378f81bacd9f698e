import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { ItemFileChanged, ItemFileRestamped, LibraryItemsForgotten } from "../../catalog/items/events.ts"
import type { BookEvent, BookRead } from "./events.ts"
import { subjectId } from "./subjects.ts"

type NewContent = typeof ItemFileChanged.Type | typeof ItemFileRestamped.Type
type Projected = BookEvent | NewContent | typeof LibraryItemsForgotten.Type

const forget = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`delete from book_facts where item_id = any(${ids as Array<string>}::uuid[])`
    yield* sql`delete from book_authors where item_id = any(${ids as Array<string>}::uuid[])`
  })

const newContent = (events: ReadonlyArray<Recorded<NewContent>>) =>
  forget(events.map(({ streamId }) => streamId))

const factsOf = ({ event: { series, ...event }, streamId }: Recorded<typeof BookRead.Type>) => ({
  ...event,
  id: streamId,
  series: series?.name ?? null,
  seriesId: series === null ? null : subjectId("series", series.name),
  seriesNumber: series?.number ?? null
})

const authorsOf = ({ event, streamId }: Recorded<typeof BookRead.Type>) =>
  event.authors.map(({ name, role }, ordinal) => ({
    id: streamId,
    ordinal,
    authorId: subjectId("author", name),
    role,
    name
  }))

/** The additional columns of a book. Facts of a deleted item are not written. */
export const booksProjection = projection<Projected>({
  name: "books",
  tables: ["book_facts", "book_authors"],
  handlers: {
    "item.file-changed.v1": newContent,
    "item.file-restamped.v1": newContent,
    "book.read.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* forget(events.map(({ streamId }) => streamId))
        yield* sql`
          insert into book_facts (item_id, series_id, series_number, pages, is_right_to_left, is_protected, format,
            series, language, publisher)
          select x.id, x."seriesId", x."seriesNumber", x.pages, x."isRightToLeft", x."isProtected", x.format, x.series,
            x.language, x.publisher
          from jsonb_to_recordset(${JSON.stringify(events.map(factsOf))}::jsonb)
            as x(id uuid, "seriesId" uuid, "seriesNumber" float8, pages int, "isRightToLeft" boolean,
                 "isProtected" boolean, format text, series text, language text, publisher text)
            join items v on v.id = x.id for key share of v`
        yield* sql`
          insert into book_authors (item_id, ordinal, author_id, role, name)
          select x.id, x.ordinal, x."authorId", x.role, x.name
          from jsonb_to_recordset(${JSON.stringify(events.flatMap(authorsOf))}::jsonb)
            as x(id uuid, ordinal int, "authorId" uuid, role text, name text)
            join items v on v.id = x.id for key share of v`
      }),
    "library.items-forgotten.v1": (events) => forget(events.flatMap(({ event }) => event.itemIds))
  }
})
