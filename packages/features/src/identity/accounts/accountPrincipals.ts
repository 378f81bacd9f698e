import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Row = Schema.Struct({
  accountId: Schema.String,
  username: Schema.String,
  role: Schema.Literal("administrator", "member"),
  showNsfw: Schema.Boolean,
  mayCreateLibraries: Schema.Boolean,
  libraryIds: Schema.Array(Schema.String),
  passwordHash: Schema.NullOr(Schema.String)
})

/** The principal of an account without a session, and the account's current password hash. */
export interface AccountPrincipal {
  readonly principal: Principal
  readonly passwordHash: string | null
}

/**
 * Returns the enabled accounts with these ids, keyed by id. A caller who sends a password with each request has no
 * session, so the principal contains the account id as session id. If the account loses its permissions, the server
 * ends the running transfers with this id, in the same way as the transfers of a session.
 */
export const accountPrincipals = Effect.fn("accounts.accountPrincipals")(function* (
  ids: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select a.id as "accountId", a.username, a.role, a.allow_nsfw and a.show_nsfw as "showNsfw",
      a.may_create_libraries or a.role = 'administrator' as "mayCreateLibraries", a.library_ids as "libraryIds",
      c.password_hash as "passwordHash"
    from accounts a left join credentials c on c.account_id = a.id
    where a.id = any(${ids as Array<string>}::uuid[]) and a.enabled`)
  return new Map(
    rows.map(({ passwordHash, ...row }): [string, AccountPrincipal] => [
      row.accountId,
      { principal: { ...row, sessionId: row.accountId }, passwordHash }
    ])
  )
})
