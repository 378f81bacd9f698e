import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const ADMINISTRATORS_LOCK = 7_000_002

/**
 * Held until the end of the transaction by every change of administrators, on every server: two concurrent changes must
 * not both find none, or leave none.
 */
export const lockAdministrators = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`
)

const Id = Schema.Struct({ id: Schema.String })

/** The accounts that can administer. Reliable until the transaction ends if it holds the lock. */
export const enabledAdministrators = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Id)(sql`select id from accounts where role = 'administrator' and enabled`)
  return new Set(rows.map(({ id }) => id))
})
