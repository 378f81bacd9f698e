import * as SqlClient from "@effect/sql/SqlClient"
import { Conflict } from "@media/kernel/Errors"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Access from "../../platform/access/Access.ts"
import { execute } from "./commands.ts"
import { requireUser } from "./queries.ts"

const Viewed = Schema.Struct({ viewed: Schema.NullOr(Schema.String) })

/**
 * Returns the id of the viewed account, or null if the session has no view. Locks the row of the session, so that the
 * end of a view and the start of the next view cannot overlap.
 */
const viewedBy = ({ sessionId }: Principal) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Viewed)(sql`
      select viewed_account_id as viewed from sessions where id = ${sessionId} for update`)
    return rows[0]?.viewed ?? null
  })

const setViewed = ({ sessionId }: Principal, accountId: string | null) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update sessions set viewed_account_id = ${accountId}::uuid where id = ${sessionId}`
  )

/**
 * Makes the session act as this member, but with read access only. The log records the start and the end of the view,
 * with the viewer as the actor.
 */
export const startView = Effect.fn("users.startView")(function* (principal: Principal, userId: string) {
  const user = yield* requireUser(userId)
  yield* Access.require(principal, "see-as-account", user)
  if (Access.administers(user)) {
    return yield* new Conflict({
      reason: "You can only view as a member, because administrators see every library."
    })
  }
  yield* transaction(
    Effect.gen(function* () {
      const before = yield* viewedBy(principal)
      if (before === user.id) return
      if (before !== null) yield* execute(principal, before, { _tag: "EndView" })
      yield* setViewed(principal, user.id)
      yield* execute(principal, user.id, { _tag: "StartView" })
    })
  )
})

/**
 * Ends the session's view, so that the session acts as its administrator again. Has no effect if the session has no
 * view.
 */
export const endView = Effect.fn("users.endView")(function* (principal: Principal) {
  yield* transaction(
    Effect.gen(function* () {
      const before = yield* viewedBy(principal)
      if (before === null) return
      yield* setViewed(principal, null)
      yield* execute(principal, before, { _tag: "EndView" })
    })
  )
})
