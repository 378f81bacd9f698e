import { EventStore } from "@media/event-store/EventStore"
import { uuidv7 } from "@media/kernel/Ids"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { StandingWarnings } from "../../StandingWarnings.ts"
import { lockAdministrators } from "./administrators.ts"
import { setPassword } from "./commands.ts"
import { isCommon } from "./commonPasswords.ts"
import { NewPassword } from "./contract.ts"
import { accountDecider, type AccountCommand } from "./decider.ts"
import { RecoveryRefused } from "./errors.ts"
import { endOthersWithin } from "./otherSessions.ts"
import { hashPassword } from "./passwords.ts"
import { loginRow } from "./queries.ts"
import { usernameProblem } from "./username.ts"

interface Recovery {
  /** The new password. Undefined if no recovery is configured. */
  readonly password: string | undefined
  readonly username: string | undefined
}

const created = (username: string): AccountCommand => ({
  _tag: "Create",
  username: username.normalize("NFKC"),
  displayName: username,
  role: "administrator",
  allowNsfw: true,
  mayCreateLibraries: true,
  libraryIds: []
})

/** Makes the account an enabled administrator with this password, and ends all of its sessions. */
const resetAccount = Effect.fn("accounts.resetAccount")(function* (username: string, passwordHash: string) {
  const store = yield* EventStore
  // The lock prevents two servers that start at the same time from both creating the account.
  yield* lockAdministrators
  const existing = yield* loginRow(username)
  const problem = usernameProblem(username)
  if (Option.isNone(existing) && problem !== undefined)
    return yield* new RecoveryRefused({ variable: "MEDIA_RECOVERY_USERNAME", problem })
  const streamId = Option.match(existing, { onNone: uuidv7, onSome: ({ id }) => id })
  const commands = [
    ...(Option.isNone(existing) ? [created(username)] : []),
    { _tag: "Recover" }
  ] satisfies ReadonlyArray<AccountCommand>
  for (const command of commands)
    yield* store.execute({ streamId, decider: accountDecider, command, meta: { cause: "recovery" } })
  yield* setPassword(streamId, passwordHash)
  return yield* endOthersWithin(streamId, null)
})

const problemOf = (password: string): string | undefined => {
  // A recovery accepts common passwords, because an administrator with a weak password and a warning is better off than
  // an administrator who is locked out.
  if (isCommon(password)) return undefined
  const decoded = Schema.decodeUnknownEither(NewPassword)(password)
  return decoded._tag === "Left" ? decoded.left.message : undefined
}

/**
 * Restores an administrator's access with a password from the server's environment. As long as the variable is set,
 * each start of the server sets this password again and shows a warning in the log and in the app. Neither the warnings
 * nor the event contain the password.
 */
export const recoverAdministrator = Effect.fn("accounts.recover")(function* (recovery: Recovery) {
  const { password, username = "admin" } = recovery
  if (password === undefined) return
  const problem = problemOf(password)
  if (problem !== undefined)
    return yield* new RecoveryRefused({ variable: "MEDIA_RECOVERY_PASSWORD", problem })
  const passwordHash = yield* hashPassword(password)
  const { announce, count } = yield* transaction(resetAccount(username, passwordHash))
  yield* announce
  const common = isCommon(password) ? " It is one of the most common passwords." : ""
  const text = `The password of the administrator "${username}" was set by MEDIA_RECOVERY_PASSWORD, and will be set again at every start.${common} Sign in, change the password, then remove the variable.`
  const warnings = yield* StandingWarnings
  warnings.set("recovery", text)
  yield* Effect.logWarning(text, { sessionsEnded: count })
})
