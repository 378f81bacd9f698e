import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * Deletes all keys of an account when its password changes. Ending the sessions is not sufficient, because someone who
 * knew the old password may have created a key.
 */
export const forgetKeys = (accountId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`delete from reading_keys where account_id = ${accountId}`)
