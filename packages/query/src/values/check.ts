import type { Field } from "../Field.ts"
import { type Operator, operatorsOf, shapeOf } from "../Operator.ts"
import { type Condition, limits, type Near } from "../Tree.ts"
import { isLast } from "./dates.ts"
import { describeValues, isScalar } from "./scalars.ts"
import { parsePattern } from "../pattern/parsePattern.ts"

export const isNear = (value: unknown): value is Near =>
  typeof value === "object" &&
  value !== null &&
  "hash" in value &&
  "distance" in value &&
  typeof value.hash === "string" &&
  /^[0-9a-f]{16}$/.test(value.hash) &&
  Number.isInteger(value.distance) &&
  (value.distance as number) >= 0 &&
  (value.distance as number) <= 16

const readable = (operator: Operator): string => operator.replaceAll("_", " ")

const isTooLong = (value: unknown): boolean => typeof value === "string" && value.length > limits.text
const isUnsafe = (value: unknown): boolean =>
  typeof value === "string" && (value.includes("\0") || /[\ud800-\udfff]/u.test(value))

/** Returns the reason why a condition is invalid for its field, or undefined if the condition is valid. */
export const problemOf = (field: Field, { depth, operator, value }: Condition): string | undefined => {
  const allowed = operatorsOf(field.type)
  if (!allowed.includes(operator))
    return `"${field.name}" has no operator "${operator}": it takes ${allowed.join(", ")}`
  if (depth !== undefined && (field.type.name !== "ref" || !field.type.isTree))
    return `"${field.name}" has no levels, so "depth" does not apply`
  const takes = (what: string) => `"${readable(operator)}" of "${field.name}" takes ${what}`
  const each: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
  if (each.some(isTooLong)) return `a value must have at most ${limits.text} characters`
  if (each.some(isUnsafe)) return "a value must not contain NUL or unpaired surrogate characters"
  const isFitting = (one: unknown) => isScalar(field.type, one)
  switch (shapeOf(operator)) {
    case "none":
      return value === undefined ? undefined : takes("no value")
    case "list":
      if (!Array.isArray(value) || value.length === 0) return takes("a list of values")
      if (value.length > limits.listValues) return `a list can have at most ${limits.listValues} values`
      return value.every(isFitting) ? undefined : takes(describeValues(field.type))
    case "range":
      return Array.isArray(value) && value.length === 2 && value.every(isFitting)
        ? undefined
        : takes("a list of two values, from and to")
    case "last":
      return isLast(value) ? undefined : takes('an object such as {"amount": 30, "unit": "days"}')
    case "near":
      return isNear(value)
        ? undefined
        : takes("an object of 16 hexadecimal digits and a distance from 0 to 16")
    case "one": {
      if (!isFitting(value)) return takes(describeValues(field.type))
      if (operator !== "matches" && operator !== "not_matches") return undefined
      const pattern = parsePattern(value as string)
      return "problem" in pattern
        ? `${pattern.problem.message} (at character ${pattern.problem.position + 1})`
        : undefined
    }
  }
}
