const PASSED_ON = /^(PATH|HOME|TMPDIR|LANG|LC_[A-Z]+|PG[A-Z]+)$/

/** The environment of `pg_dump`: what it needs to start and to connect, and none of our secrets. */
export const dumpEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && PASSED_ON.test(name) ? [[name, value]] : []
    )
  )
