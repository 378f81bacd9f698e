/**
 * Maximum nesting depth of a value. Deeper values overflow the stack when they are serialized or parsed. The web app
 * needs five levels.
 */
export const maxDepth = 64

/**
 * Returns true if a JSON value is nested deeper than `maxDepth`. Checks the value level by level, because recursion
 * would overflow the stack.
 */
export const isTooDeep = (value: unknown): boolean => {
  let level: ReadonlyArray<unknown> = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []))
  }
  return false
}
