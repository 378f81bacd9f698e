import * as SqlClient from "@effect/sql/SqlClient"
import { projection, recordedFields, recordedRow } from "@media/event-store/Projection"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { AccountCreated, type AccountEvent } from "./events.ts"
import { usernameKey } from "./username.ts"

const CreatedRow = Schema.Struct({
  ...recordedFields,
  ...AccountCreated.fields,
  usernameKey: Schema.String,
  enabled: Schema.Boolean,
  showNsfw: Schema.Boolean
})

export const accountsProjection = projection<AccountEvent>({
  name: "accounts",
  tables: ["accounts"],
  handlers: {
    "account.created.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = recordset(
          CreatedRow,
          events.map((recorded) => ({
            ...recordedRow(recorded),
            usernameKey: usernameKey(recorded.event.username),
            enabled: true,
            showNsfw: true
          })),
          { columns: { at: "created_at" } }
        )
        yield* sql`insert into accounts (${rows.columns}) select ${rows.values} from ${rows.from}`
      }),
    "account.promoted.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          update accounts set role = 'administrator', enabled = true, allow_nsfw = true, may_create_libraries = true
          where id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
      }),
    "account.renamed.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const { event, streamId } of events) {
          yield* sql`update accounts set display_name = ${event.displayName} where id = ${streamId}`
        }
      }),
    "account.nsfw-preference-changed.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const { event, streamId } of events) {
          yield* sql`update accounts set show_nsfw = ${event.showNsfw} where id = ${streamId}`
        }
      }),
    "account.library-granted.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const { event, streamId } of events) {
          yield* sql`
            update accounts set library_ids = array_append(library_ids, ${event.libraryId}::uuid)
            where id = ${streamId}`
        }
      })
  }
})
