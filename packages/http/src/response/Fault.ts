import { SqlError } from "@effect/sql/SqlError"
import { isTimeout, isUnavailable } from "@media/pg/errors"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"

/** The part of a failure that a client sees. It never contains a stack, SQL or a file path. */
export interface Fault {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly retryAfterSeconds?: number
}

/** Returns the database's own error message. Use it only for the log, because it may contain statements and values. */
const databaseFault = (error: unknown): object =>
  error instanceof SqlError
    ? { fault: error.cause instanceof Error ? error.cause.message : String(error.cause) }
    : {}

const isVersionConflict = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "VersionConflict"

/**
 * Returns the response to a failure that the route does not declare. Logs the details with the request id for the
 * operator.
 */
export const faultOf = (cause: Cause.Cause<unknown>, requestId: string): Effect.Effect<Fault> => {
  const error = Cause.squash(cause)
  const logged = { requestId, ...databaseFault(error) }
  if (isVersionConflict(error)) {
    return Effect.succeed({
      status: 409,
      code: "conflict",
      message: "Someone else changed the same data at the same time. Reload and try again."
    })
  }
  if (error instanceof SqlError && isUnavailable(error)) {
    return Effect.as(Effect.logWarning("the database is unavailable", logged), {
      status: 503,
      code: "not_ready",
      message: "The database is not available right now. Try again later.",
      retryAfterSeconds: 2
    })
  }
  if (error instanceof SqlError && isTimeout(error)) {
    return Effect.as(Effect.logError("a statement took too long", logged), {
      status: 504,
      code: "timeout",
      message: `The database took too long to answer. Request id: ${requestId}`
    })
  }
  return Effect.as(Effect.logError("request failed", logged, Cause.pretty(cause)), {
    status: 500,
    code: "internal",
    message: `Something went wrong on the server. Request id: ${requestId}`
  })
}
