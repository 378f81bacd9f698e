import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/** A new password ends every key, as it ends every other session: one may have been made by who knew the old one. */
export const forgetKeys = (accountId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`delete from reading_keys where account_id = ${accountId}`)
