import * as SqlClient from "@effect/sql/SqlClient"
import { withTimestamps } from "@media/kernel/Timestamp"
import { AuthenticationRequired } from "@media/kernel/Errors"
import { rowOf, rowsOf, select } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { currentSettings } from "../../platform/settings/queries.ts"
import { preferenceValue } from "../../platform/ui-prefs/queries.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { User, type SessionStart } from "./contract.ts"
import { signInName, usernameKey } from "./username.ts"

/** The row of an account. `accountColumns` contains the SQL for columns that are read from other tables. */
const AccountRow = Schema.Struct({
  ...User.fields,
  lastLoginAt: Schema.NullOr(Schema.DateFromSelf),
  createdAt: Schema.DateFromSelf
})
const accountColumns = select(AccountRow, "a", {
  lastLoginAt: "(select l.at from last_sign_ins l where l.account_id = a.id)"
})

/**
 * Returns the ids of the granted libraries that an account may see, without libraries that are hidden from the account.
 */
const visibleLibraries = Effect.fn("accounts.visibleLibraries")(function* (account: User) {
  if (account.libraryIds.length === 0) return []
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo({
    ...account,
    accountId: account.id,
    sessionId: "",
    showNsfw: account.allowNsfw && account.showNsfw
  })
  const granted = [...account.libraryIds]
  const rows = yield* rowsOf(Schema.Struct({ id: Schema.String }))(sql`
    select l.id from libraries l where l.id = any(${granted}::uuid[]) and ${visibility.libraries("l")}`)
  const visible = new Set(rows.map(({ id }) => id))
  return granted.filter((id) => visible.has(id))
})

/** Returns an account as administrators see it, with all granted libraries. */
export const findUser = Effect.fn("accounts.findUser")(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(AccountRow)(sql`select ${accountColumns} from accounts a where a.id = ${id}`)
  return Option.map(row, (account): User => withTimestamps(account))
})

/**
 * Returns the caller's own account, without libraries that are hidden from the caller. Fails if the account was deleted
 * after the request was authenticated.
 */
export const userById = Effect.fn("accounts.userById")(function* (id: string) {
  const found = yield* findUser(id)
  if (Option.isNone(found)) return yield* new AuthenticationRequired()
  const user: User = { ...found.value, libraryIds: yield* visibleLibraries(found.value) }
  return user
})

/** Returns a page of the accounts, sorted by username. */
export const listUsers = Effect.fn("accounts.listUsers")(function* (page: number, perPage: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(AccountRow)(sql`
    select ${accountColumns} from accounts a order by a.username_key, a.id
    limit ${perPage} offset ${(page - 1) * perPage}`)
  const [counted] = yield* rowsOf(Counted)(sql`select count(*)::int as n from accounts`)
  return {
    items: rows.map((account): User => withTimestamps(account)),
    total: counted?.n ?? 0,
    page,
    perPage
  }
})
const Counted = Schema.Struct({ n: Schema.Int })

const Status = Schema.Struct({ has_admin: Schema.Boolean, has_users: Schema.Boolean })

export const setupStatus = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(Status)(sql`
    select exists (select 1 from accounts where role = 'administrator') as has_admin,
           exists (select 1 from accounts) as has_users`)
  const { has_admin, has_users } = Option.getOrThrow(row)
  return { needsSetup: !has_admin, hasUsers: has_users }
})

const signedOut = { user: null, viewer: null, settings: null, uiPrefs: null } as const

/**
 * Returns the setup state, the account with its preferences, and the settings in one response. Every page waits for
 * this data, so that separate requests would delay it.
 */
export const sessionStart = (caller: Principal | null) =>
  Effect.gen(function* () {
    const { needsSetup } = yield* setupStatus
    if (caller === null) return { ...signedOut, needsSetup }
    const { viewer } = caller
    const [user, settings, uiPrefs] = yield* Effect.all(
      [
        userById(caller.accountId),
        currentSettings,
        viewer === undefined ? preferenceValue(caller, "web") : Effect.succeed(null)
      ],
      { concurrency: 2 }
    )
    return {
      needsSetup,
      user,
      viewer: viewer === undefined ? null : { id: viewer.accountId, username: viewer.username },
      settings,
      uiPrefs
    } satisfies SessionStart
  }).pipe(
    Effect.catchTag("AuthenticationRequired", () =>
      Effect.map(setupStatus, ({ needsSetup }): SessionStart => ({ ...signedOut, needsSetup }))
    ),
    Effect.withSpan("accounts.sessionStart")
  )

const LoginRow = Schema.Struct({
  id: Schema.String,
  enabled: Schema.Boolean,
  password_hash: Schema.NullOr(Schema.String)
})

/**
 * Returns the account with the typed name. If no account has this name, returns the account that had this name before
 * the import from an earlier version renamed it.
 */
export const loginRow = Effect.fn("accounts.loginRow")(function* (typed: string) {
  const sql = yield* SqlClient.SqlClient
  const keys = [usernameKey(typed), usernameKey(signInName(typed))]
  return yield* rowOf(LoginRow)(sql`
    select a.id, a.enabled, c.password_hash
    from accounts a left join credentials c on c.account_id = a.id
    where a.username_key = any(${keys}::text[]) order by a.username_key = ${keys[0]} desc limit 1`)
})
