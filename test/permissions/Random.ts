/** A source of random numbers. The same seed produces the same numbers. */
export interface Random {
  readonly seed: number
  /** Returns a random integer from 0 up to, but not including, `count`. */
  readonly below: (count: number) => number
  readonly chance: (share: number) => boolean
  readonly pick: <A>(from: ReadonlyArray<A>) => A
  /** Returns a random word. It contains only letters, which do not change in titles, URLs or JSON. */
  readonly word: (length?: number) => string
}

/**
 * Returns the seed of this run, from the given environment variable. By default, the seed is always the same, so that
 * each change to the code is tested with the same choices.
 */
export const seedOf = (variable: string): number => {
  const given = Number(process.env[variable])
  return Number.isInteger(given) && given > 0 ? given : 1
}

/** Returns a random source that uses mulberry32. */
export const randomOf = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number): number => Math.floor(next() * count)
  return {
    seed,
    below,
    chance: (share) => next() < share,
    pick: (from) => from[below(from.length)]!,
    word: (length = 12) => Array.from({ length }, () => "bcdfghjklmnpqrstvwxz"[below(20)]).join("")
  }
}
