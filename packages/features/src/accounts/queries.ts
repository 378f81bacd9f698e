import * as SqlClient from "@effect/sql/SqlClient"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { User } from "./contract.ts"

const AccountRow = Schema.Struct({
  id: Schema.String,
  username: Schema.String,
  display_name: Schema.String,
  role: Schema.Literal("administrator", "member"),
  enabled: Schema.Boolean,
  allow_nsfw: Schema.Boolean,
  show_nsfw: Schema.Boolean,
  may_create_libraries: Schema.Boolean,
  library_ids: Schema.Array(Schema.String),
  last_login_at: Schema.NullOr(Schema.DateFromSelf),
  created_at: Schema.DateFromSelf
})

const toUser = (row: typeof AccountRow.Type): User => ({
  id: row.id,
  username: row.username,
  displayName: row.display_name,
  role: row.role,
  enabled: row.enabled,
  allowNsfw: row.allow_nsfw,
  showNsfw: row.show_nsfw,
  mayCreateLibraries: row.may_create_libraries,
  libraryIds: row.library_ids,
  lastLoginAt: row.last_login_at === null ? null : toTimestamp(row.last_login_at),
  createdAt: toTimestamp(row.created_at)
})

/** Dies when the account is gone: callers hold a principal, which proves that it was there. */
export const userById = Effect.fn("accounts.userById")(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(AccountRow)(sql`
    select a.id, a.username, a.display_name, a.role, a.enabled, a.allow_nsfw, a.show_nsfw,
           a.may_create_libraries, a.library_ids, a.created_at,
           (select max(s.created_at) from sessions s where s.account_id = a.id) as last_login_at
    from accounts a where a.id = ${id}`)
  return Option.match(row, {
    onNone: () => {
      throw new Error(`account ${id} has vanished`)
    },
    onSome: toUser
  })
})

const Status = Schema.Struct({ has_admin: Schema.Boolean, has_users: Schema.Boolean })

export const setupStatus = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(Status)(sql`
    select exists (select 1 from accounts where role = 'administrator') as has_admin,
           exists (select 1 from accounts) as has_users`)
  const { has_admin, has_users } = Option.getOrThrow(row)
  return { needsSetup: !has_admin, hasUsers: has_users }
})

const LoginRow = Schema.Struct({
  id: Schema.String,
  enabled: Schema.Boolean,
  password_hash: Schema.NullOr(Schema.String)
})

export const loginRow = Effect.fn("accounts.loginRow")(function* (key: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* rowOf(LoginRow)(sql`
    select a.id, a.enabled, c.password_hash
    from accounts a left join credentials c on c.account_id = a.id
    where a.username_key = ${key}`)
})
