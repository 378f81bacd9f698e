const PASSED_ON = /^(PATH|HOME|TMPDIR|LANG|LC_[A-Z]+|PG[A-Z]+)$/

/** The environment for `pg_dump`: only the variables it needs to start and connect, and none of our secrets. */
export const dumpEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && PASSED_ON.test(name) ? [[name, value]] : []
    )
  )
