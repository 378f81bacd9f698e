import type { SqlError } from "@effect/sql/SqlError"

interface DatabaseFault {
  readonly code?: string
  readonly message?: string
  readonly constraint?: string
}

const faultOf = (error: SqlError): DatabaseFault =>
  typeof error.cause === "object" && error.cause !== null ? (error.cause as DatabaseFault) : {}

/** Tells whether the statement violated exactly this named unique constraint or index. */
export const isUniqueViolation = (error: SqlError, constraint: string): boolean => {
  const fault = faultOf(error)
  return fault.code === "23505" && fault.constraint === constraint
}

/** Serialization failure or deadlock: the same transaction may be retried. */
export const isRetryable = (error: SqlError): boolean => {
  const { code } = faultOf(error)
  return code === "40001" || code === "40P01"
}

/** The driver's message for a query that got no answer in time. */
export const readTimeout = "Query read timeout"
/** Our own code for a query that timed out although the database answered other queries meanwhile. */
export const QUERY_TIMEOUT = "QUERY_TIMEOUT"

/** Errors of the driver and its pool that mean there is no connection. They have no code, only these messages. */
const lostMessages = new Set([
  readTimeout,
  "timeout expired",
  "timeout exceeded when trying to connect",
  "Connection terminated",
  "Connection terminated unexpectedly",
  "Connection terminated due to connection timeout",
  "Client was closed and is not queryable",
  "Client has encountered a connection error and is not queryable",
  "Cannot use a pool after calling end on the pool",
  "There was an error establishing an SSL connection"
])

/**
 * The database is unreachable, starting or shutting down (classes 08, 57P and socket errors), or out of disk, memory or
 * connections (class 53): the same request may succeed later.
 */
export const isUnavailable = (error: SqlError): boolean => {
  const { code, message } = faultOf(error)
  if (code === undefined) return message !== undefined && lostMessages.has(message)
  return code.startsWith("08") || code.startsWith("57P") || code.startsWith("53") || /^E[A-Z]+$/.test(code)
}

/** The statement exceeded its time limit on a reachable database: an immediate retry makes things worse. */
export const isTimeout = (error: SqlError): boolean => {
  const { code } = faultOf(error)
  return code === QUERY_TIMEOUT || code === "57014"
}
