import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ItemFileChanged, ItemFileRestamped, LibraryItemsForgotten } from "../../catalog/items/events.ts"
import { type BookEvent, BookRead } from "./events.ts"
import { seriesIdOf } from "./seriesId.ts"

type NewContent = typeof ItemFileChanged.Type | typeof ItemFileRestamped.Type
type Projected = BookEvent | NewContent | typeof LibraryItemsForgotten.Type

const FactsRow = Schema.Struct({
  id: Uuid,
  seriesId: Schema.NullOr(Uuid),
  seriesNumber: Schema.NullOr(Schema.Number),
  series: Schema.NullOr(Schema.String),
  ...BookRead.pick("pages", "isRightToLeft", "isProtected", "format", "language", "publisher").fields
})
const columns = { id: "item_id" }

const forget = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`delete from book_facts where item_id = any(${ids as Array<string>}::uuid[])`
  })

const newContent = (events: ReadonlyArray<Recorded<NewContent>>) =>
  forget(events.map(({ streamId }) => streamId))

const factsOf = ({ event: { series, ...event }, streamId }: Recorded<typeof BookRead.Type>) => ({
  ...event,
  id: streamId,
  series: series?.name ?? null,
  seriesId: series === null ? null : seriesIdOf(series.name),
  seriesNumber: series?.number ?? null
})

/** Stores the columns that only books have. The facts of deleted items are not written. */
export const booksProjection = projection<Projected>({
  name: "books",
  tables: ["book_facts"],
  handlers: {
    "item.file-changed.v1": newContent,
    "item.file-restamped.v1": newContent,
    "book.read.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* forget(events.map(({ streamId }) => streamId))
        const facts = recordset(FactsRow, events.map(factsOf), { columns })
        yield* sql`
          insert into book_facts (${facts.columns}) select ${facts.values}
          from ${facts.from} join items v on v.id = x.item_id for key share of v`
      }),
    "library.items-forgotten.v1": (events) => forget(events.flatMap(({ event }) => event.itemIds))
  }
})
