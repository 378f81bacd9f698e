/** Maximum depth. Deeper values exhaust the stack of the code that writes and reads them; pages need five levels. */
export const maxDepth = 64

/** Tells whether a JSON value is nested too deep. Works level by level, without recursion. */
export const isTooDeep = (value: unknown): boolean => {
  let level: ReadonlyArray<unknown> = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []))
  }
  return false
}
