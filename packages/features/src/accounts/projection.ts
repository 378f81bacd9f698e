import * as SqlClient from "@effect/sql/SqlClient"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { AccountEvent } from "./events.ts"
import { usernameKey } from "./username.ts"

export const accountsProjection = projection<AccountEvent>({
  name: "accounts",
  tables: ["accounts"],
  handlers: {
    "account.created.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`insert into accounts ${sql.insert(
          events.map(({ at, event, streamId }) => ({
            id: streamId,
            username: event.username,
            username_key: usernameKey(event.username),
            display_name: event.displayName,
            role: event.role,
            enabled: true,
            allow_nsfw: event.allowNsfw,
            show_nsfw: true,
            may_create_libraries: event.mayCreateLibraries,
            library_ids: event.libraryIds,
            created_at: at
          }))
        )}`
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
