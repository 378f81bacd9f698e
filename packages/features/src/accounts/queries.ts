import * as SqlClient from "@effect/sql/SqlClient"
import { withTimestamps } from "@media/kernel/Timestamp"
import { rowOf, select } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { User } from "./contract.ts"

/** The columns are the contract's fields; what is derived from other tables has its own expression. */
const AccountRow = Schema.Struct({
  ...User.fields,
  lastLoginAt: Schema.NullOr(Schema.DateFromSelf),
  createdAt: Schema.DateFromSelf
})
const accountColumns = select(AccountRow, "a", {
  lastLoginAt: "(select max(s.created_at) from sessions s where s.account_id = a.id)"
})

/** Dies when the account is gone: callers hold a principal, which proves that it was there. */
export const userById = Effect.fn("accounts.userById")(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(AccountRow)(sql`select ${accountColumns} from accounts a where a.id = ${id}`)
  return Option.match(row, {
    onNone: () => {
      throw new Error(`account ${id} has vanished`)
    },
    onSome: (account): User => withTimestamps(account)
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
