import { PermanentFailure } from "@media/jobs/Failures"
import * as Effect from "effect/Effect"
import { accountPrincipals } from "./accountPrincipals.ts"

/**
 * Returns the principal of the account on whose behalf a job runs, with its current permissions. Fails permanently if
 * the account is disabled or was deleted.
 */
export const jobPrincipal = Effect.fn("accounts.jobPrincipal")(function* (accountId: string) {
  const account = (yield* accountPrincipals([accountId])).get(accountId)
  if (account === undefined)
    return yield* new PermanentFailure({ message: "The account of this job is disabled or was deleted" })
  return account.principal
})
