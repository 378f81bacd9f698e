import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { isRetryable } from "./errors.ts"

/**
 * One transaction, run again (three times at most) when PostgreSQL says so with a serialization failure or a
 * deadlock. Nested, it is a savepoint. Nothing but SQL belongs inside: an open writing transaction holds every
 * reader of the log back.
 */
export const transaction = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect)).pipe(
    Effect.retry({ times: 3, while: (error) => error instanceof SqlError && isRetryable(error) })
  )
