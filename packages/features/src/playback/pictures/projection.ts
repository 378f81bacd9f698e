import * as SqlClient from "@effect/sql/SqlClient"
import { projection, recordedFields, recordedRow } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { SqlType } from "@media/kernel/SqlType"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { LibraryItemsForgotten } from "../../catalog/items/events.ts"
import { PictureChosen, type PictureEvent, PictureFailed, PictureMade, RolePictureSet } from "./events.ts"

type Projected = PictureEvent | typeof LibraryItemsForgotten.Type

const MadeRow = Schema.Struct({
  id: Uuid,
  ...PictureMade.omit("_tag", "isIncomplete").fields,
  isIncomplete: Schema.Boolean
})
const FailedRow = Schema.Struct({ id: Uuid, ...PictureFailed.omit("_tag").fields })
const ChosenRow = Schema.Struct({
  ...recordedFields,
  by: Schema.NullOr(Uuid),
  choice: PictureChosen.fields.choice.annotations({ [SqlType]: "jsonb" })
})
const RoleRow = Schema.Struct({
  id: Uuid,
  role: Schema.String,
  source: Schema.String,
  picture: RolePictureSet.fields.picture.annotations({ [SqlType]: "jsonb" })
})
const columns = { id: "item_id", size: "size_bytes" }

/** The pictures of existing items. */
export const picturesProjection = projection<Projected>({
  name: "pictures",
  tables: ["item_pictures", "item_role_pictures"],
  handlers: {
    "picture.made.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const made = events.map((each) => ({
          ...recordedRow(each),
          isIncomplete: each.event.isIncomplete === true
        }))
        const rows = recordset(MadeRow, made, { columns })
        return sql`
          insert into item_pictures (${rows.columns}) select ${rows.values}
          from ${rows.from} join items v on v.id = x.item_id for key share of v
          on conflict (item_id) do update set ${rows.excluded}, failure = null`
      }),
    "picture.failed.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(FailedRow, events.map(recordedRow), {
          columns: { ...columns, reason: "failure" }
        })
        return sql`
          insert into item_pictures (${rows.columns}) select ${rows.values}
          from ${rows.from} join items v on v.id = x.item_id for key share of v
          on conflict (item_id) do update set ${rows.excluded},
            version = null, width = null, height = null, thumb_hash = null, is_incomplete = false`
      }),
    "picture.chosen.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into item_pictures (item_id, chosen, seconds, digest, chosen_at, chosen_by)
          select x.id, x.choice ->> 'from', (x.choice ->> 'seconds')::float8, x.choice ->> 'digest', x.at, x.by
          from ${recordset(ChosenRow, events.map(recordedRow)).from} join items v on v.id = x.id for key share of v
          on conflict (item_id) do update set chosen = excluded.chosen, seconds = excluded.seconds,
            digest = excluded.digest, chosen_at = excluded.chosen_at, chosen_by = excluded.chosen_by`
      ),
    "picture.reset.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update item_pictures p
          set chosen = null, seconds = null, digest = null, chosen_at = null, chosen_by = null
          where p.item_id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
      ),
    "picture.role-set.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // If a batch contains several pictures of one role and source, the last picture counts.
        const last = new Map(
          events.map(recordedRow).map((row) => [`${row.id} ${row.role} ${row.source}`, row])
        )
        const { from } = recordset(RoleRow, [...last.values()])
        yield* sql`
          delete from item_role_pictures p using ${from}
          where p.item_id = x.id and p.role = x.role and p.source = x.source and x.picture is null`
        yield* sql`
          insert into item_role_pictures (item_id, role, source, version, width, height, thumb_hash, file)
          select x.id, x.role, x.source, x.picture ->> 'version', (x.picture ->> 'width')::int,
            (x.picture ->> 'height')::int, x.picture ->> 'thumbHash', x.picture -> 'file'
          from ${from} join items v on v.id = x.id where x.picture is not null for key share of v
          on conflict (item_id, role, source) do update set version = excluded.version, width = excluded.width,
            height = excluded.height, thumb_hash = excluded.thumb_hash, file = excluded.file`
      }),
    "library.items-forgotten.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          with roles as (
            delete from item_role_pictures where item_id = any(${events.flatMap(({ event }) => event.itemIds)}::uuid[]))
          delete from item_pictures where item_id = any(${events.flatMap(({ event }) => event.itemIds)}::uuid[])`
      )
  }
})
