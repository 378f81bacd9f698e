import type { SqlError } from "@effect/sql/SqlError"

interface DatabaseFault {
  readonly code?: string
  readonly message?: string
  readonly constraint?: string
}

const faultOf = (error: SqlError): DatabaseFault =>
  typeof error.cause === "object" && error.cause !== null ? (error.cause as DatabaseFault) : {}

/** True if the statement violated the unique constraint or index with this name. */
export const isUniqueViolation = (error: SqlError, constraint: string): boolean => {
  const fault = faultOf(error)
  return fault.code === "23505" && fault.constraint === constraint
}

/** True for a serialization failure or a deadlock. The same transaction may be retried. */
export const isRetryable = (error: SqlError): boolean => {
  const { code } = faultOf(error)
  return code === "40001" || code === "40P01"
}

/** The driver's message for a query that got no response in time. */
export const readTimeout = "Query read timeout"
/** Our own code for a query that timed out although the database responded to other queries in the meantime. */
export const QUERY_TIMEOUT = "QUERY_TIMEOUT"

/** Messages of the driver and its pool for a missing or lost connection. Such errors have no code. */
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
 * True if the same request may succeed later. The causes are:
 * - The database is unreachable, starting or shutting down (classes 08, 57P and socket errors).
 * - The database has no free disk space, memory or connections (class 53).
 */
export const isUnavailable = (error: SqlError): boolean => {
  const { code, message } = faultOf(error)
  if (code === undefined) return message !== undefined && lostMessages.has(message)
  return code.startsWith("08") || code.startsWith("57P") || code.startsWith("53") || /^E[A-Z]+$/.test(code)
}

/**
 * True if the statement exceeded its time limit although the database is reachable. An immediate retry would increase
 * the load.
 */
export const isTimeout = (error: SqlError): boolean => {
  const { code } = faultOf(error)
  return code === QUERY_TIMEOUT || code === "57014"
}
