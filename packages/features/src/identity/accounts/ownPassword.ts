import { Invalid } from "@media/kernel/Errors"
import { transaction } from "@media/pg/Transaction"
import type { Principal, RequestOrigin } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { checkPassword, setPassword } from "./commands.ts"
import { endOthers, endOthersWithin } from "./otherSessions.ts"
import { hashPassword } from "./passwords.ts"
import { noteEnd, notePasswordChange } from "./signInNotes.ts"
import { queued } from "./throttle.ts"

interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
}

/**
 * Returns the error for a wrong current password. The response is a validation error for the field and not 401, because
 * clients interpret 401 as the end of their session.
 */
const wrongPassword = () => {
  const message = "does not match your current password"
  return new Invalid({
    reason: `currentPassword: ${message}`,
    fields: [{ path: "currentPassword", message }]
  })
}

/**
 * Changes the caller's own password after checking the current password. Ends all other sessions of the account. Wrong
 * passwords count as failures and lock the caller out, as they do at sign-in, so that a stolen session cannot be used
 * to guess the password.
 */
export const changePassword = Effect.fn("accounts.changePassword")(function* (
  { accountId, sessionId, username }: Principal,
  { currentPassword, newPassword }: PasswordChange,
  origin: RequestOrigin
) {
  const matching = yield* checkPassword(username, currentPassword, origin.ipAddress)
  if (Option.getOrUndefined(matching)?.accountId !== accountId) return yield* wrongPassword()
  const hash = yield* queued(origin.ipAddress, "known", hashPassword(newPassword))
  const ended = yield* transaction(
    Effect.zipRight(setPassword(accountId, hash), endOthersWithin(accountId, sessionId))
  )
  yield* ended.announce
  yield* notePasswordChange(accountId)
})

/** Ends all sessions of the caller except the current session. Returns the number of ended sessions. */
export const signOutOthers = (principal: Principal) =>
  endOthers(principal.accountId, principal.sessionId).pipe(
    Effect.tap((count) => noteEnd(principal, "other-devices-removed", count)),
    Effect.map((count) => ({ count }))
  )
