import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import { uuidv7 } from "@media/kernel/Ids"
import { transaction } from "@media/pg/Transaction"
import type { Principal, RequestOrigin } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { accountDecider, type AccountCommand } from "./decider.ts"
import { InvalidCredentials, SetupAlreadyCompleted } from "./errors.ts"
import { hashPassword, isWeak, verifyPassword } from "./passwords.ts"
import { loginRow, setupStatus, userById } from "./queries.ts"
import { openSession, type DeviceLabel } from "./sessions.ts"
import {
  clearFailures,
  laneOf,
  sequentially,
  queued,
  recordFailure,
  requireNotThrottled
} from "./throttle.ts"
import { usernameKey } from "./username.ts"

/** Held by every change of who is an administrator: two concurrent ones must not both find none, or leave none. */
const ADMINISTRATORS_LOCK = 7_000_002

const execute = (accountId: string, command: AccountCommand, actor: string) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({ streamId: accountId, decider: accountDecider, command, meta: { actor, cause: "web" } })
  )

const setPassword = (accountId: string, passwordHash: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      insert into credentials (account_id, password_hash) values (${accountId}, ${passwordHash})
      on conflict (account_id) do update set password_hash = excluded.password_hash, updated_at = now()`
  )

export interface NewAccount {
  readonly username: string
  readonly password: string
  readonly displayName?: string | undefined
  readonly role: "administrator" | "member"
  readonly allowNsfw?: boolean
  readonly mayCreateLibraries?: boolean
  readonly libraryIds?: ReadonlyArray<string>
}

/** A new account with its password, in one transaction. */
export const createAccount = Effect.fn("accounts.create")(function* (account: NewAccount, actor: string) {
  const passwordHash = yield* hashPassword(account.password)
  const id = uuidv7()
  const isAdministrator = account.role === "administrator"
  yield* transaction(
    Effect.gen(function* () {
      yield* execute(
        id,
        {
          _tag: "Create",
          username: account.username.normalize("NFKC"),
          displayName: account.displayName ?? account.username,
          role: account.role,
          allowNsfw: account.allowNsfw ?? isAdministrator,
          mayCreateLibraries: account.mayCreateLibraries ?? isAdministrator,
          libraryIds: account.libraryIds ?? []
        },
        actor
      )
      yield* setPassword(id, passwordHash)
    })
  )
  return id
})

interface SetupInput {
  readonly username: string
  readonly password: string
  readonly displayName?: string | undefined
}

/**
 * Creates the first administrator; of concurrent attempts exactly one succeeds. A username that exists (from an
 * older install) is promoted and keeps its id, history and sessions.
 */
export const setup = Effect.fn("accounts.setup")(function* (input: SetupInput, origin: RequestOrigin) {
  const status = yield* setupStatus
  if (!status.needsSetup) return yield* new SetupAlreadyCompleted()
  const accountId = yield* queued(origin.ipAddress, "fresh", makeAdministrator(input))
  const accessToken = yield* openSession(accountId, { client: "web" }, origin)
  return { accessToken, user: yield* userById(accountId) }
})

const makeAdministrator = Effect.fn("accounts.makeAdministrator")(function* (input: SetupInput) {
  if (!(yield* setupStatus).needsSetup) return yield* new SetupAlreadyCompleted()
  const passwordHash = yield* hashPassword(input.password)
  return yield* transaction(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`
      if (!(yield* setupStatus).needsSetup) return yield* new SetupAlreadyCompleted()
      const existing = yield* loginRow(usernameKey(input.username))
      const id = Option.match(existing, { onNone: uuidv7, onSome: ({ id }) => id })
      yield* Option.isSome(existing)
        ? execute(id, { _tag: "Promote" }, id)
        : execute(
            id,
            {
              _tag: "Create",
              username: input.username.normalize("NFKC"),
              displayName: input.displayName ?? input.username,
              role: "administrator",
              allowNsfw: true,
              mayCreateLibraries: true,
              libraryIds: []
            },
            id
          )
      yield* setPassword(id, passwordHash)
      return id
    })
  )
})

/** Stores the password with today's parameters, unless it was changed meanwhile. */
const replaceHash = (before: string, password: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const after = yield* hashPassword(password)
    yield* sql`
      update credentials set password_hash = ${after}, updated_at = now() where password_hash = ${before}`
  })

/** The id of the account when the password is right; a failure is counted. */
const attempt = (username: string, password: string, ipAddress: string) =>
  Effect.gen(function* () {
    yield* requireNotThrottled(ipAddress, username)
    const account = yield* loginRow(usernameKey(username))
    const hash = Option.match(account, {
      onNone: () => undefined,
      onSome: ({ enabled, password_hash }) => (enabled ? (password_hash ?? undefined) : undefined)
    })
    const matches = yield* verifyPassword(hash, password)
    if (matches && hash !== undefined && isWeak(hash)) yield* replaceHash(hash, password)
    yield* matches ? clearFailures(ipAddress, username) : recordFailure(ipAddress, username)
    return matches ? Option.map(account, ({ id }) => id) : Option.none<string>()
  })

/** Unknown name, wrong password and disabled account get the same answer in the same time. */
export const login = Effect.fn("accounts.login")(function* (
  input: { readonly username: string; readonly password: string } & DeviceLabel,
  origin: RequestOrigin
) {
  const { password, username } = input
  const { ipAddress } = origin
  const lane = yield* laneOf(ipAddress, username)
  const accountId = yield* sequentially(ipAddress, lane, attempt(username, password, ipAddress))
  if (Option.isNone(accountId)) return yield* new InvalidCredentials()
  const accessToken = yield* openSession(accountId.value, input, origin)
  return { accessToken, user: yield* userById(accountId.value) }
})

export const updateMe = Effect.fn("accounts.updateMe")(function* (
  principal: Principal,
  patch: { readonly displayName?: string | undefined; readonly showNsfw?: boolean | undefined }
) {
  const { accountId } = principal
  const displayName = patch.displayName?.trim()
  yield* execute(accountId, { _tag: "Change", displayName, showNsfw: patch.showNsfw }, accountId)
  return yield* userById(accountId)
})
