import type { Hits } from "../Hits.ts"
import { MOST_HITS, MOST_SELECTOR_LENGTH, MOST_VALUE_LENGTH } from "../limits.ts"
import { type Json, textOf } from "./Json.ts"
import { select } from "./path.ts"

/** Maximum nesting depth of brackets in a path. Each level parses its text again. */
const MOST_BRACKETS = 32

const nestsTooDeep = (path: string): boolean => {
  let depth = 0
  for (const letter of path) {
    if ("([{".includes(letter)) depth += 1
    if (")]}".includes(letter)) depth -= 1
    if (depth > MOST_BRACKETS) return true
  }
  return false
}

/** Returns the values at a GJSON path: each element of an array, or else the value. */
export const selectJson = (document: Json, path: string): Hits => {
  const refusal = (why: string): Hits => ({
    values: [],
    problem: `The selector "${path.slice(0, 200)}" ${why}`
  })
  if (path.length > MOST_SELECTOR_LENGTH) return refusal("is too long.")
  if (nestsTooDeep(path)) return refusal("is nested too deeply.")
  const found = select(document, path.trim())
  if (found === undefined) return { values: [] }
  const items = found.is === "array" ? found.items : [found]
  const values = items.slice(0, MOST_HITS).map((item) => textOf(item).slice(0, MOST_VALUE_LENGTH))
  return items.length > MOST_HITS
    ? {
        values,
        problem: `The selector "${path.slice(0, 200)}" selects ${items.length} values; only the first ${MOST_HITS} are used.`
      }
    : { values }
}
