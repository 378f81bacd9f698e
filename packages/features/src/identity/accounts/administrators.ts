import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const ADMINISTRATORS_LOCK = 7_000_002

/**
 * Takes a lock that serializes changes to administrators on all servers. The lock is released at the end of the
 * transaction. Without the lock, two concurrent changes could both create the first administrator, or together remove
 * the last administrator.
 */
export const lockAdministrators = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`
)

const Id = Schema.Struct({ id: Schema.String })

/**
 * Returns the ids of the enabled administrators. If the transaction has taken `lockAdministrators`, the result is valid
 * until the transaction ends.
 */
export const enabledAdministrators = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Id)(sql`select id from accounts where role = 'administrator' and enabled`)
  return new Set(rows.map(({ id }) => id))
})
