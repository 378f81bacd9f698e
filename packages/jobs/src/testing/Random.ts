/** Creates a small seeded generator (mulberry32) of numbers in [0, 1), so that a failing test can be repeated. */
export const seeded = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number): number => Math.floor(next() * n)
  return { next, below, oneOf: <A>(items: ReadonlyArray<A>): A => items[below(items.length)]! }
}
