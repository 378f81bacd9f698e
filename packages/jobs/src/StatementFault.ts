/**
 * Returns the code of a driver error: an SQLSTATE, or an errno name such as ECONNREFUSED. Undefined for errors without
 * a code.
 */
export const codeOf = (cause: unknown): string | undefined =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : undefined

/**
 * Returns true for an error of the statement itself, which a retry would repeat. Other errors, such as a lost
 * connection or a deadlock, may be temporary.
 */
export const isStatementFault = (code: string | undefined): boolean =>
  code !== undefined &&
  /^[0-9A-Z]{5}$/.test(code) &&
  !/^(08|57|53|40|55)/.test(code) &&
  !/^E[A-Z]+$/.test(code)
