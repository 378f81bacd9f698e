import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { EventStore } from "@media/event-store/EventStore"
import { once } from "@media/event-store/Receipt"
import { AdminRequired } from "@media/kernel/Errors"
import { isUniqueViolation } from "@media/pg/errors"
import { transaction } from "@media/pg/Transaction"
import { IdempotencyKeyReused } from "@media/wire/Idempotency"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { byAccount } from "../../platform/access/Command.ts"
import * as Access from "../../platform/access/Access.ts"
import { enabledAdministrators, lockAdministrators } from "../accounts/administrators.ts"
import { createHashedAccount, setPassword } from "../accounts/commands.ts"
import type { User } from "../accounts/contract.ts"
import { accountDecider, type AccountCommand } from "../accounts/decider.ts"
import { endOthersWithin } from "../accounts/otherSessions.ts"
import { hashPassword } from "../accounts/passwords.ts"
import type { UserInput, UserPatch } from "./contract.ts"
import { LastAdminRequired, UsernameTaken } from "./errors.ts"
import { knownLibraries, requireUser } from "./queries.ts"

export const execute = (principal: Principal, accountId: string, command: AccountCommand) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({
      streamId: accountId,
      decider: accountDecider,
      command,
      meta: byAccount(principal)
    })
  )

/**
 * Runs a change to accounts under a lock, and checks the caller's role after taking the lock. If two administrators
 * demote each other at the same time, the second request fails, because its caller is no longer an administrator.
 */
const administering = <A, E, R>(principal: Principal, change: Effect.Effect<A, E, R>) =>
  Effect.zipRight(
    Access.require(principal, "manage-accounts"),
    transaction(
      Effect.gen(function* () {
        yield* lockAdministrators
        if (!(yield* enabledAdministrators).has(principal.accountId)) return yield* new AdminRequired()
        return yield* change
      })
    )
  )

/** Fails with `LastAdminRequired` if no enabled administrator except this user exists. */
const requireAnother = (user: User) =>
  Effect.filterOrFail(
    enabledAdministrators,
    (administrators) => [...administrators].some((id) => id !== user.id),
    () => new LastAdminRequired()
  )

/**
 * Creates an account. A repeated request with the same idempotency key does not create a second account. Requests with
 * different passwords count as the same request, because the password is not stored for the comparison.
 */
export const createUser = Effect.fn("users.create")(function* (
  principal: Principal,
  { password, ...input }: UserInput,
  idempotencyKey: string | undefined
) {
  yield* Access.require(principal, "manage-accounts")
  const receipt =
    idempotencyKey === undefined
      ? undefined
      : { accountId: principal.accountId, route: "users.create", key: idempotencyKey, body: input }
  return yield* once(receipt, hashPassword(password), (hash) =>
    administering(principal, register(principal, input, hash))
  ).pipe(
    Effect.catchTag("ReceiptMismatch", () => new IdempotencyKeyReused()),
    Effect.catchIf(
      (error): error is SqlError =>
        error instanceof SqlError && isUniqueViolation(error, "accounts_username_key"),
      () => new UsernameTaken()
    )
  )
})

const register = (principal: Principal, input: Omit<UserInput, "password">, hash: string) =>
  Effect.gen(function* () {
    const { displayName, enabled, libraryIds = [], role = "member", username, ...rights } = input
    const isAdministrator = Access.administers({ role })
    const id = yield* createHashedAccount(
      {
        username,
        displayName: displayName?.trim() ?? username,
        role,
        allowNsfw: rights.allowNsfw ?? isAdministrator,
        mayCreateLibraries: rights.mayCreateLibraries ?? isAdministrator,
        libraryIds: yield* knownLibraries(libraryIds, [])
      },
      hash,
      principal.accountId
    )
    yield* execute(principal, id, { _tag: "Administer", enabled })
    return yield* requireUser(id)
  }).pipe(Effect.catchTag("NotFound", (defect) => Effect.die(defect)))

/**
 * Ends all views in which this account is the viewer or the viewed member. Changing the role only suspends these views.
 * Without this deletion, the views would continue after the account regains its old role.
 */
const forgetViews = (accountId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update sessions set viewed_account_id = null
      where viewed_account_id is not null and ${accountId}::uuid in (account_id, viewed_account_id)`
  )

/** Changes an account's permissions. Disabling an account also ends all of its sessions. */
export const updateUser = Effect.fn("users.update")(function* (
  principal: Principal,
  id: string,
  { displayName, ...rights }: UserPatch
) {
  const change = Effect.gen(function* () {
    const before = yield* requireUser(id)
    const isAdministrating =
      Access.administers({ role: rights.role ?? before.role }) && rights.enabled !== false
    if (!isAdministrating) yield* requireAnother(before)
    const libraryIds =
      rights.libraryIds === undefined
        ? undefined
        : yield* knownLibraries(rights.libraryIds, before.libraryIds)
    yield* execute(principal, id, { _tag: "Change", displayName: displayName?.trim() })
    yield* execute(principal, id, { _tag: "Administer", ...rights, libraryIds })
    if (rights.role !== undefined && rights.role !== before.role) yield* forgetViews(id)
    const ended = rights.enabled === false ? yield* endOthersWithin(id, null) : undefined
    return { user: yield* requireUser(id), ended }
  })
  const { ended, user } = yield* administering(principal, change)
  if (ended !== undefined) yield* ended.announce
  return user
})

/**
 * Deletes an account and all of its own data. The event log still contains its actions, and the libraries that it
 * created remain. A new account may take the username, but does not inherit any data.
 */
export const removeUser = Effect.fn("users.remove")(function* (principal: Principal, id: string) {
  const remove = Effect.gen(function* () {
    yield* requireAnother(yield* requireUser(id))
    const ended = yield* endOthersWithin(id, null)
    yield* execute(principal, id, { _tag: "Delete" })
    return ended
  })
  const { announce } = yield* administering(principal, remove)
  yield* announce
})

/** Sets a new password for an account and ends all of its sessions. */
export const resetPassword = Effect.fn("users.resetPassword")(function* (
  principal: Principal,
  id: string,
  newPassword: string
) {
  yield* requireUser(id)
  const hash = yield* hashPassword(newPassword)
  const reset = Effect.gen(function* () {
    yield* requireUser(id)
    yield* setPassword(id, hash)
    const ended = yield* endOthersWithin(id, null)
    yield* execute(principal, id, { _tag: "ResetPassword" })
    return ended
  })
  const { announce } = yield* administering(principal, reset)
  yield* announce
})
