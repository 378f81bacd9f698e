export const sleep = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

/** Waits up to `millis` until the check returns a value other than false and undefined. Returns that value. */
export const eventually = async <A>(
  what: string,
  check: () => Promise<A | false | undefined> | A | false | undefined,
  millis = 60_000,
  describe: () => string = () => ""
): Promise<A> => {
  const end = performance.now() + millis
  for (;;) {
    let why = ""
    try {
      const value = await check()
      if (value !== false && value !== undefined) return value
    } catch (cause) {
      why = ` (${String(cause)})`
    }
    if (performance.now() > end) throw new Error(`not within ${millis} ms: ${what}${why}\n${describe()}`)
    await sleep(50)
  }
}

/** Writes a measurement to the test output. */
export const note = (what: string, millis: number): void =>
  void process.stdout.write(`  [time] ${what}: ${(millis / 1_000).toFixed(2)} s\n`)
