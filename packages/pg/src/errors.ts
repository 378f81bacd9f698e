import type { SqlError } from "@effect/sql/SqlError"

interface DatabaseFault {
  readonly code?: string
  readonly constraint?: string
}

const faultOf = (error: SqlError): DatabaseFault =>
  typeof error.cause === "object" && error.cause !== null ? (error.cause as DatabaseFault) : {}

/** Did the statement violate exactly this named unique constraint or index? */
export const isUniqueViolation = (error: SqlError, constraint: string): boolean => {
  const fault = faultOf(error)
  return fault.code === "23505" && fault.constraint === constraint
}

/** Serialization failure or deadlock: running the same transaction again is right. */
export const isRetryable = (error: SqlError): boolean => {
  const { code } = faultOf(error)
  return code === "40001" || code === "40P01"
}

/**
 * The database is away, starting or shutting down (classes 08, 57P and errors of the socket), or has no disk, memory or
 * connection left (class 53): the same request may succeed later.
 */
export const isUnavailable = (error: SqlError): boolean => {
  const { code } = faultOf(error)
  return (
    code === undefined ||
    code.startsWith("08") ||
    code.startsWith("57P") ||
    code.startsWith("53") ||
    /^E[A-Z]+$/.test(code)
  )
}
