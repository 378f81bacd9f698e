/** The SQLSTATE of a driver error; undefined if the database did not answer. */
export const codeOf = (cause: unknown): string | undefined =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : undefined

/**
 * Errors of the statement itself, which would fail again. All other errors come from the connection to the database.
 */
export const isStatementFault = (code: string | undefined): boolean =>
  code !== undefined &&
  /^[0-9A-Z]{5}$/.test(code) &&
  !/^(08|57|53|40|55)/.test(code) &&
  !/^E[A-Z]+$/.test(code)
