import * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"

/**
 * The end of every handler: what may fail on the wire passes, a failing database becomes a defect, which the net
 * around all routes answers with 500 (or 503 while the database is away) and a request id, never with its text.
 */
export const respond = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, SqlError.SqlError>, R> =>
  Effect.catchAll(effect, (error) =>
    error instanceof SqlError.SqlError
      ? Effect.die(error)
      : Effect.fail(error as Exclude<E, SqlError.SqlError>)
  )
