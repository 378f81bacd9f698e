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
 * Runs `hint`, an effect that notifies readers, once they can see the written data: after the
 * outermost `transaction` has committed, immediately outside a transaction, and never after a
 * rollback. A reader that is notified too early finds no data and sleeps until its next poll.
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
 * Runs the effect in a transaction. After a serialization failure or a deadlock, the transaction is retried up to three
 * times. A nested call creates a savepoint. The effect must only execute SQL, because an open writing transaction
 * blocks every reader of the log.
 */
export const transaction = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(Effect.all([SqlClient.SqlClient, Effect.serviceOption(AfterCommit)]), ([sql, pending]) =>
    Option.isSome(pending) && !pending.value.isOver ? sql.withTransaction(effect) : outermost(sql, effect)
  ).pipe(Effect.retry({ times: 3, while: (error) => error instanceof SqlError && isRetryable(error) }))
