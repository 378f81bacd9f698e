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

/** Reported as an invalid field, because 401 would mean that the session has ended. */
const wrongPassword = () => {
  const message = "does not match your current password"
  return new Invalid({
    reason: `currentPassword: ${message}`,
    fields: [{ path: "currentPassword", message }]
  })
}

/**
 * Changes the caller's own password after checking the current one. Other sessions of the account end, this one stays.
 * Wrong passwords are counted and locked as at sign-in, so that a stolen session cannot be used to guess.
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

/** Ends every session of the caller except the current one, and returns their number. */
export const signOutOthers = (principal: Principal) =>
  endOthers(principal.accountId, principal.sessionId).pipe(
    Effect.tap((count) => noteEnd(principal, "other-devices-removed", count)),
    Effect.map((count) => ({ count }))
  )
