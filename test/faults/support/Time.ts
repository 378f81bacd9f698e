/** True with `FAULTS_LONG=1`, for more files, more kills and longer waits. */
export const isLong = process.env["FAULTS_LONG"] === "1"
export const byLength = <A>(short: A, long: A): A => (isLong ? long : short)

export const sleep = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

/** Waits until the check returns a value other than false or undefined. Returns the value. */
export const eventually = async <A>(
  what: string,
  check: () => Promise<A | false | undefined> | A | false | undefined,
  millis = 60_000,
  describe: () => string | Promise<string> = () => ""
): Promise<A> => {
  const end = performance.now() + millis
  let last: unknown
  for (;;) {
    try {
      const value = await check()
      if (value !== false && value !== undefined) return value
      last = undefined
    } catch (cause) {
      last = cause
    }
    if (performance.now() > end) {
      const why = last === undefined ? "" : ` (${String(last)})`
      throw new Error(`not within ${millis} ms: ${what}${why}\n${await describe()}`)
    }
    await sleep(50)
  }
}

export const timed = async <A>(
  work: () => Promise<A>
): Promise<{ readonly value: A; readonly ms: number }> => {
  const begin = performance.now()
  const value = await work()
  return { value, ms: Math.round(performance.now() - begin) }
}

/** Prints an observation for the report as one line on stdout. */
export const seen = (fault: string, what: string): void => {
  process.stdout.write(`  [seen] ${fault}: ${what}\n`)
}

/** Returns a random number generator (mulberry32). The same seed produces the same run. */
export const seeded = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    below: (limit: number): number => Math.floor(next() * limit),
    oneOf: <A>(items: ReadonlyArray<A>): A => items[Math.floor(next() * items.length)]!
  }
}

/** Returns the seed in `FAULTS_SEED`, which repeats a run. If the variable is not set, returns a random seed. */
export const chosenSeed = (): number => {
  const given = Number(process.env["FAULTS_SEED"])
  return Number.isInteger(given) && given > 0 ? given : 1 + Math.floor(Math.random() * 1_000_000)
}
