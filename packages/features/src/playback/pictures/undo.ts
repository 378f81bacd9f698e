import * as SqlClient from "@effect/sql/SqlClient"
import { elementOf, fieldOf } from "@media/event-store/Undo"
import { enqueue } from "@media/jobs/Enqueue"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { eventUndo } from "../../EventUndo.ts"
import { ItemKind } from "../../ItemKind.ts"
import { pictureDecider } from "./decider.ts"
import type { PictureChoice, PictureEvent, RolePicture } from "./events.ts"
import { pictureOf } from "./queue.ts"
import { roleDecider, type RoleCommand, roleKey } from "./roles/decider.ts"

const Row = Schema.Struct({ id: Schema.String, kind: ItemKind, label: Schema.String })
const part = () => ["picture"]

/** Undoes the choice of a picture. A job regenerates the picture from the stored original or from the media file. */
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

type RoleEvent = Extract<PictureEvent, { readonly _tag: "picture.role-set.v1" }>

/**
 * Undoes changes to backdrops and logos that a user uploaded or accepted from a scraper. Backdrops and logos from
 * picture files cannot be undone, because they always match the files.
 */
export const rolePictureUndo = eventUndo<typeof roleDecider.initial, PictureEvent>({
  target: "item",
  rule: {
    initial: roleDecider.initial,
    evolve: roleDecider.evolve,
    parts: {
      "picture.role-set.v1": (event) => (event.source === "file" ? [] : [roleKey(event)])
    },
    read: ({ pictures }, part) => {
      const picture = pictures[part] ?? null
      return picture === null ? null : { ...picture }
    },
    write: (values) =>
      [...values].map(([part, picture]) => ({
        _tag: "picture.role-set.v1",
        role: fieldOf(part) as RoleCommand["role"],
        source: elementOf(part) as RoleEvent["source"],
        picture: picture as unknown as RolePicture | null
      }))
  }
})
