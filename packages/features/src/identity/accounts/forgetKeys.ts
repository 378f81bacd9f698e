import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** A new password ends every key, like every other session: a person with the old password may have created one. */
export const forgetKeys = (accountId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`delete from reading_keys where account_id = ${accountId}`)
