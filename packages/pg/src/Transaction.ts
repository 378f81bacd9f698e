import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isRetryable } from "./errors.ts"

interface Pending {
  readonly hints: Array<Effect.Effect<void>>
  isOver: boolean
}

class AfterCommit extends Context.Tag("@media/pg/AfterCommit")<AfterCommit, Pending>() {}

/**
 * Runs a hint to readers once their data is visible: after the outermost `transaction`, immediately outside of any, and
 * never after a rollback. A reader that is woken earlier finds nothing and sleeps until its next poll.
 */
export const afterCommit = (hint: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.flatMap(Effect.serviceOption(AfterCommit), (pending) =>
    Option.isSome(pending) && !pending.value.isOver
      ? Effect.sync(() => void pending.value.hints.push(hint))
      : hint
  )

const outermost = <A, E, R>(sql: SqlClient.SqlClient, effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const pending: Pending = { hints: [], isOver: false }
    return sql.withTransaction(Effect.provideService(effect, AfterCommit, pending)).pipe(
      Effect.ensuring(Effect.sync(() => (pending.isOver = true))),
      Effect.tap(() => Effect.all(pending.hints, { discard: true }))
    )
  })

/**
 * One transaction, retried (three times at most) after a serialization failure or a deadlock. A nested call is a
 * savepoint. Do only SQL inside: an open writing transaction blocks every reader of the log.
 */
export const transaction = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(Effect.all([SqlClient.SqlClient, Effect.serviceOption(AfterCommit)]), ([sql, pending]) =>
    Option.isSome(pending) && !pending.value.isOver ? sql.withTransaction(effect) : outermost(sql, effect)
  ).pipe(Effect.retry({ times: 3, while: (error) => error instanceof SqlError && isRetryable(error) }))
