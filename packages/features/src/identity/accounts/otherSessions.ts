import * as SqlClient from "@effect/sql/SqlClient"
import { makeNotifier } from "@media/pg/Notify"
import { PgPool } from "@media/pg/PgPool"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { SESSIONS_CHANNEL } from "./sessions.ts"

const SessionId = Schema.Struct({ id: Schema.String })

/**
 * Call this inside the transaction that causes it, and `announce` after the transaction, because sockets close
 * immediately. Null keeps no session.
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

/** Returns the number of the account's sessions that ended: all except the kept one. */
export const endOthers = Effect.fn("accounts.endOthers")(function* (
  accountId: string,
  keptSessionId: string
) {
  const { announce, count } = yield* endOthersWithin(accountId, keptSessionId)
  yield* announce
  return count
})
