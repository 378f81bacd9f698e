import { PermanentFailure } from "@media/jobs/Failures"
import * as Effect from "effect/Effect"
import { accountPrincipals } from "./accountPrincipals.ts"

/** The principal of the account for which a job works, with its present permissions. */
export const jobPrincipal = Effect.fn("accounts.jobPrincipal")(function* (accountId: string) {
  const account = (yield* accountPrincipals([accountId])).get(accountId)
  if (account === undefined)
    return yield* new PermanentFailure({ message: "The account is disabled or was deleted" })
  return account.principal
})
