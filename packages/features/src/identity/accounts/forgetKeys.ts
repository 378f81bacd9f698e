import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * Deletes all keys and not only sessions when the password changes, because someone who knew the old password may have
 * created one.
 */
export const forgetKeys = (accountId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`delete from reading_keys where account_id = ${accountId}`)
