const PASSED_ON = /^(PATH|HOME|TMPDIR|LANG|LC_[A-Z]+|PG[A-Z]+)$/

/**
 * Returns the environment for `pg_dump`. It contains only the variables that `pg_dump` needs to start and to connect,
 * and none of our secrets.
 */
export const dumpEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && PASSED_ON.test(name) ? [[name, value]] : []
    )
  )
