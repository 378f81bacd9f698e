import * as SqlClient from "@effect/sql/SqlClient"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Access from "../../platform/access/Access.ts"

/** Records that the caller has reviewed all failures up to now. */
export const reviewProblems = Effect.fn("home.reviewProblems")(function* (principal: Principal) {
  yield* Access.require(principal, "administrate")
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into reviewed_problems (account_id, reviewed_until) values (${principal.accountId}, now())
    on conflict (account_id) do update set reviewed_until = excluded.reviewed_until`
  return null
})
