import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Recorded } from "@media/event-store/Event"
import { projection, recordedFields, recordedRow } from "@media/event-store/Projection"
import { Uuid } from "@media/kernel/Ids"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import {
  AccountCreated,
  AccountImported,
  type AccountDeleted,
  type AccountEvent,
  type SignInEvent
} from "./events.ts"
import { usernameKey } from "./username.ts"

const CreatedRow = Schema.Struct({
  ...recordedFields,
  ...AccountCreated.fields,
  usernameKey: Schema.String,
  enabled: Schema.Boolean,
  showNsfw: Schema.Boolean
})

const ImportedRow = Schema.Struct({
  ...recordedFields,
  ...AccountImported.pick("username", "displayName", "enabled", "allowNsfw", "libraryIds").fields,
  usernameKey: Schema.String
})

/**
 * The event that a library was removed. The type is repeated here, because it belongs to the slice `libraries`, which
 * is in a higher tier and cannot be imported. The projection uses only the stream id of the event.
 */
interface LibraryRemoved {
  readonly _tag: "library.removed.v1"
}
type Projected = AccountEvent | LibraryRemoved

/** Returns a handler that runs one statement per event, which is fast enough because accounts rarely change. */
const each =
  <E extends Projected, A>(
    write: (sql: SqlClient.SqlClient, recorded: Recorded<E>) => Effect.Effect<A, SqlError>
  ) =>
  (events: ReadonlyArray<Recorded<E>>) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.forEach(events, (recorded) => write(sql, recorded), { discard: true })
    )

export const accountsProjection = projection<Projected>({
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
    "account.imported.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = recordset(
          ImportedRow,
          events.map((recorded) => ({
            ...recordedRow(recorded),
            usernameKey: usernameKey(recorded.event.username)
          })),
          { columns: { at: "created_at" } }
        )
        yield* sql`
          insert into accounts (${rows.columns}, role, show_nsfw, may_create_libraries)
          select ${rows.values}, 'member', true, false from ${rows.from}`
      }),
    "account.promoted.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          update accounts set role = 'administrator', enabled = true, allow_nsfw = true, may_create_libraries = true
          where id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
      }),
    "account.recovered.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          update accounts set role = 'administrator', enabled = true, may_create_libraries = true
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
      }),
    "account.role-changed.v1": each(
      (sql, { event, streamId }) => sql`
      update accounts set role = ${event.role} where id = ${streamId}`
    ),
    "account.enabled.v1": each(
      (sql, { streamId }) => sql`
      update accounts set enabled = true where id = ${streamId}`
    ),
    "account.disabled.v1": each(
      (sql, { streamId }) => sql`
      update accounts set enabled = false where id = ${streamId}`
    ),
    "account.nsfw-permission-changed.v1": each(
      (sql, { event, streamId }) => sql`
      update accounts set allow_nsfw = ${event.allowNsfw} where id = ${streamId}`
    ),
    "account.library-creation-changed.v1": each(
      (sql, { event, streamId }) => sql`
      update accounts set may_create_libraries = ${event.mayCreateLibraries} where id = ${streamId}`
    ),
    "account.libraries-changed.v1": each(
      (sql, { event, streamId }) => sql`
      update accounts set library_ids = ${event.libraryIds as Array<string>}::uuid[] where id = ${streamId}`
    ),
    "account.deleted.v1": each((sql, { streamId }) => sql`delete from accounts where id = ${streamId}`),
    "library.removed.v1": each(
      (sql, { streamId }) => sql`
      update accounts set library_ids = array_remove(library_ids, ${streamId}::uuid)
      where ${streamId}::uuid = any(library_ids)`
    ),
    // These events change no rows. They only document actions in the event log.
    "account.password-reset.v1": () => Effect.void,
    "account.view-started.v1": () => Effect.void,
    "account.view-ended.v1": () => Effect.void
  }
})

const LastSignIn = Schema.Struct({ accountId: Uuid, at: Schema.DateFromSelf })

const recordSignIns = (rows: ReadonlyArray<typeof LastSignIn.Type>) =>
  Effect.gen(function* () {
    if (rows.length === 0) return
    const sql = yield* SqlClient.SqlClient
    const { columns, from, values } = recordset(LastSignIn, rows)
    yield* sql`
      insert into last_sign_ins (${columns})
      select distinct on (x.account_id) ${values} from ${from} order by x.account_id, x.at desc
      on conflict (account_id) do update set at = greatest(last_sign_ins.at, excluded.at)`
  })

export const signInsProjection = projection<
  SignInEvent | typeof AccountImported.Type | typeof AccountDeleted.Type
>({
  name: "sign-ins",
  tables: ["last_sign_ins"],
  handlers: {
    "account.imported.v1": (events) =>
      recordSignIns(
        events.flatMap(({ event: { lastSignInAt }, streamId }) =>
          lastSignInAt === null ? [] : [{ accountId: streamId, at: new Date(lastSignInAt) }]
        )
      ),
    "sign-in.succeeded.v1": (events) =>
      recordSignIns(events.map(({ at, event: { accountId } }) => ({ accountId, at }))),
    "account.deleted.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from last_sign_ins
          where account_id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
      ),
    // These events change no rows. The history reads them from the log.
    "sign-in.failed.v1": () => Effect.void,
    "sign-in.ended.v1": () => Effect.void,
    "sign-in.password-changed.v1": () => Effect.void
  }
})
