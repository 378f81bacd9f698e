import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import { Invalid } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { plainText } from "@media/kernel/PlainText"
import { transaction } from "@media/pg/Transaction"
import type { Principal, RequestOrigin } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { forgetKeys } from "./forgetKeys.ts"
import { lockAdministrators } from "./administrators.ts"
import { accountDecider, type AccountCommand } from "./decider.ts"
import { InvalidCredentials, SetupAlreadyCompleted } from "./errors.ts"
import { hashPassword, isWeak, verifyPassword } from "./passwords.ts"
import { loginRow, setupStatus, userById } from "./queries.ts"
import { deviceNameOf, openSession, type DeviceLabel, type Verified } from "./sessions.ts"
import { noteFailure, noteSignIn } from "./signInNotes.ts"
import {
  clearFailures,
  laneOf,
  sequentially,
  queued,
  recordFailure,
  requireNotThrottled
} from "./throttle.ts"
import { usernameProblem } from "./username.ts"

const execute = (accountId: string, command: AccountCommand, actor: string) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({ streamId: accountId, decider: accountDecider, command, meta: { actor, cause: "web" } })
  )

export const setPassword = (accountId: string, passwordHash: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      insert into credentials (account_id, password_hash) values (${accountId}, ${passwordHash})
      on conflict (account_id) do update set password_hash = excluded.password_hash, updated_at = now()`
    yield* forgetKeys(accountId)
  })

export interface NewAccount {
  readonly username: string
  readonly password: string
  readonly displayName?: string | undefined
  readonly role: "administrator" | "member"
  readonly allowNsfw?: boolean
  readonly mayCreateLibraries?: boolean
  readonly libraryIds?: ReadonlyArray<string>
}

/** Creates an account with a password and returns its id. */
export const createAccount = Effect.fn("accounts.create")(function* (account: NewAccount, actor: string) {
  return yield* createHashedAccount(account, yield* hashPassword(account.password), actor)
})

/**
 * Creates an account in a transaction and returns its id. Callers hash the password before the transaction, because
 * hashing takes too long for a transaction.
 */
export const createHashedAccount = Effect.fn("accounts.createHashed")(function* (
  account: Omit<NewAccount, "password">,
  passwordHash: string,
  actor: string
) {
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

/** Returns the error for an invalid name of a new account. */
const wrongUsername = (message: string) =>
  new Invalid({ reason: `username: ${message}`, fields: [{ path: "username", message }] })

/** Removes invisible characters from a label that a device has sent, so that it cannot imitate a different device. */
const plainLabel = ({ client, deviceId, deviceName }: DeviceLabel): DeviceLabel => ({
  client: client === undefined ? undefined : plainText(client),
  deviceName: deviceName === undefined ? undefined : plainText(deviceName),
  deviceId
})

/**
 * Returns the device label to show in the history of sign-ins. If the device sent no name, the name of the browser and
 * operating system in its user agent is used.
 */
const labelled = ({ client, deviceName }: DeviceLabel, { userAgent }: RequestOrigin): DeviceLabel => ({
  client,
  deviceName: deviceName ?? deviceNameOf(userAgent) ?? undefined
})

interface SetupInput {
  readonly username: string
  readonly password: string
  readonly displayName?: string | undefined
}

/**
 * Creates the first administrator and signs in. If several requests arrive at the same time, exactly one succeeds. An
 * existing account with this username, imported from an earlier version, is promoted and keeps its id, history and
 * sessions.
 */
export const setup = Effect.fn("accounts.setup")(function* (input: SetupInput, origin: RequestOrigin) {
  const status = yield* setupStatus
  const problem = usernameProblem(input.username)
  // After the setup is complete, the error for an invalid name must not reveal whether an imported account has this
  // name.
  if (!status.needsSetup && problem !== undefined) return yield* wrongUsername(problem)
  if (!status.needsSetup) return yield* new SetupAlreadyCompleted()
  const made = yield* queued(origin.ipAddress, "fresh", makeAdministrator(input))
  const accessToken = yield* openSession(made, { client: "web" }, origin).pipe(
    Effect.catchTag("InvalidCredentials", (changed) => Effect.die(changed))
  )
  yield* noteSignIn(made.accountId, labelled({ client: "web" }, origin), origin.ipAddress)
  const user = yield* Effect.catchTag(userById(made.accountId), "AuthenticationRequired", Effect.die)
  return { accessToken, user }
})

const makeAdministrator = Effect.fn("accounts.makeAdministrator")(function* (input: SetupInput) {
  if (!(yield* setupStatus).needsSetup) return yield* new SetupAlreadyCompleted()
  const passwordHash = yield* hashPassword(input.password)
  return yield* transaction(
    Effect.gen(function* () {
      yield* lockAdministrators
      if (!(yield* setupStatus).needsSetup) return yield* new SetupAlreadyCompleted()
      const existing = yield* loginRow(input.username)
      const problem = usernameProblem(input.username)
      if (Option.isNone(existing) && problem !== undefined) return yield* wrongUsername(problem)
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
      return { accountId: id, passwordHash } satisfies Verified
    })
  )
})

/**
 * Hashes the password with the current parameters. Replaces the stored hash unless another request has changed it in
 * the meantime.
 */
const replaceHash = (before: string, password: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const after = yield* hashPassword(password)
    yield* sql`
      update credentials set password_hash = ${after}, updated_at = now() where password_hash = ${before}`
    return after
  })

/** Returns the account if the password is right. Otherwise, records a failure and returns none. */
const attempt = (username: string, password: string, ipAddress: string) =>
  Effect.gen(function* () {
    yield* requireNotThrottled(ipAddress, username)
    const account = yield* loginRow(username)
    const hash = Option.match(account, {
      onNone: () => undefined,
      onSome: ({ enabled, password_hash }) => (enabled ? (password_hash ?? undefined) : undefined)
    })
    if (!(yield* verifyPassword(hash, password)) || Option.isNone(account) || hash === undefined) {
      yield* recordFailure(ipAddress, username)
      yield* noteFailure(Option.getOrNull(Option.map(account, ({ id }) => id)), ipAddress)
      return Option.none<Verified>()
    }
    const passwordHash = isWeak(hash) ? yield* replaceHash(hash, password) : hash
    yield* clearFailures(ipAddress, username)
    return Option.some<Verified>({ accountId: account.value.id, passwordHash })
  })

/**
 * Returns the account with this username and password, or none if the username or the password is wrong. The check
 * waits in the same queue as all other sign-in attempts.
 */
export const checkPassword = Effect.fn("accounts.checkPassword")(function* (
  username: string,
  password: string,
  ipAddress: string
) {
  const lane = yield* laneOf(ipAddress, username)
  return yield* sequentially(ipAddress, lane, attempt(username, password, ipAddress))
})

/** Signs in. An unknown name, a wrong password and a disabled account result in the same error after the same time. */
export const login = Effect.fn("accounts.login")(function* (
  input: { readonly username: string; readonly password: string } & DeviceLabel,
  origin: RequestOrigin
) {
  const verified = yield* checkPassword(input.username, input.password, origin.ipAddress)
  if (Option.isNone(verified)) return yield* new InvalidCredentials()
  const device = plainLabel(input)
  const accessToken = yield* openSession(verified.value, device, origin)
  yield* noteSignIn(verified.value.accountId, labelled(device, origin), origin.ipAddress)
  const user = yield* Effect.catchTag(
    userById(verified.value.accountId),
    "AuthenticationRequired",
    () => new InvalidCredentials()
  )
  return { accessToken, user }
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
