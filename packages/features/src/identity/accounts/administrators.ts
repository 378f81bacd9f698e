import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const ADMINISTRATORS_LOCK = 7_000_002

/**
 * Every change of administrators holds this lock until the end of the transaction, on every server. Otherwise two
 * concurrent changes could both find no administrator, or leave none.
 */
export const lockAdministrators = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`
)

const Id = Schema.Struct({ id: Schema.String })

/** The accounts that can administer. If the transaction holds the lock, the result is valid until it ends. */
export const enabledAdministrators = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Id)(sql`select id from accounts where role = 'administrator' and enabled`)
  return new Set(rows.map(({ id }) => id))
})
