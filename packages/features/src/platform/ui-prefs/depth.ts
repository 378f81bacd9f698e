/** Deeper values exhaust the stack of what writes and reads them; pages need five levels. */
export const maxDepth = 64

/** Is a JSON value nested deeper? Level by level, so that this itself has no depth. */
export const isTooDeep = (value: unknown): boolean => {
  let level: ReadonlyArray<unknown> = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []))
  }
  return false
}
