import * as SqlClient from "@effect/sql/SqlClient"
import { enqueue } from "@media/jobs/Enqueue"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { eventUndo } from "../../EventUndo.ts"
import { ItemKind } from "../../ItemKind.ts"
import { pictureDecider } from "./decider.ts"
import type { PictureChoice, PictureEvent } from "./events.ts"
import { pictureOf } from "./queue.ts"

const Row = Schema.Struct({ id: Schema.String, kind: ItemKind, label: Schema.String })
const part = () => ["picture"]

/** The choice of a picture. Its bytes are made again by a job, from the stored original or from the file. */
export const pictureUndo = eventUndo<typeof pictureDecider.initial, PictureEvent>({
  target: "item",
  rule: {
    initial: pictureDecider.initial,
    evolve: pictureDecider.evolve,
    parts: { "picture.chosen.v1": part, "picture.reset.v1": part },
    read: ({ choice }) => (choice === null ? null : { ...choice }),
    write: (values) =>
      [...values.values()].map((choice): PictureEvent =>
        choice === null
          ? { _tag: "picture.reset.v1" }
          : { _tag: "picture.chosen.v1", choice: choice as unknown as PictureChoice }
      )
  },
  after: (undone) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const items = yield* rowsOf(Row)(sql`
        select id, kind, title as label from items
        where id = any(${undone.map(({ streamId }) => streamId)}::uuid[]) order by id`)
      yield* enqueue(items.map((item) => pictureOf({ ...item, triggeredBy: "manual" }, true)))
    })
})
