import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection, recordedRow } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { SqlType } from "@media/kernel/SqlType"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ItemFileChanged, ItemFileRestamped, LibraryItemsForgotten } from "../../catalog/items/events.ts"
import { ImageExamined } from "./events.ts"

type Examined = typeof ImageExamined.Type
type NewContent = typeof ItemFileChanged.Type | typeof ItemFileRestamped.Type
type Projected = Examined | NewContent | typeof LibraryItemsForgotten.Type

/** Row of the columns that only images have. Columns of all items are in the `items` table (see `summaries.ts`). */
const FactsRow = Schema.Struct({
  id: Uuid,
  ...ImageExamined.omit("_tag", "size", "mtimeMs", "width", "height", "title").fields,
  takenAt: ImageExamined.fields.takenAt.annotations({ [SqlType]: "timestamp" })
})

const forget = (ids: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from image_facts where item_id = any(${ids as Array<string>}::uuid[])`
  )
const newContent = (events: ReadonlyArray<Recorded<NewContent>>) =>
  forget(events.map(({ streamId }) => streamId))

/** Stores the columns that only images have. The size in pixels is stored in `items`. */
export const imagesProjection = projection<Projected>({
  name: "images",
  tables: ["image_facts"],
  handlers: {
    "item.file-changed.v1": newContent,
    "item.file-restamped.v1": newContent,
    "image.examined.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(FactsRow, events.map(recordedRow), { columns: { id: "item_id" } })
        return sql`
          insert into image_facts (${rows.columns}) select ${rows.values}
          from ${rows.from} join items v on v.id = x.item_id for key share of v
          on conflict (item_id) do update set ${rows.excluded}`
      }),
    "library.items-forgotten.v1": (events) => forget(events.flatMap(({ event }) => event.itemIds))
  }
})
