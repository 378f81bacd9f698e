import * as SqlClient from "@effect/sql/SqlClient"
import { makeNotifier } from "@media/pg/Notify"
import { PgPool } from "@media/pg/PgPool"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { SESSIONS_CHANNEL } from "./sessions.ts"

const SessionId = Schema.Struct({ id: Schema.String })

/**
 * Ends all sessions of an account except `keptSessionId`. If `keptSessionId` is null, ends all sessions. Call this
 * function inside a transaction. Run the returned effect `announce` after the commit, because `announce` closes the
 * sockets of the ended sessions immediately.
 */
export const endOthersWithin = Effect.fn("accounts.endOthersWithin")(function* (
  accountId: string,
  keptSessionId: string | null
) {
  const sql = yield* SqlClient.SqlClient
  const ended = yield* rowsOf(SessionId)(sql`
    delete from sessions where account_id = ${accountId} and id is distinct from ${keptSessionId}::uuid returning id`)
  const notify = makeNotifier(yield* PgPool, SESSIONS_CHANNEL)
  return {
    count: ended.length,
    announce: Effect.forEach(ended, ({ id }) => notify(id), { discard: true })
  }
})

/** Ends all sessions of an account except `keptSessionId`. Returns the number of ended sessions. */
export const endOthers = Effect.fn("accounts.endOthers")(function* (
  accountId: string,
  keptSessionId: string
) {
  const { announce, count } = yield* endOthersWithin(accountId, keptSessionId)
  yield* announce
  return count
})
