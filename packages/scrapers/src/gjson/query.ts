import type { Json } from "./Json.ts"
import { parsedJson, textOf } from "./Json.ts"
import { keyMatches, keyOf } from "./key.ts"
import { scanTo } from "./scan.ts"

/** The condition in `#(...)`: a path that starts at the element, and a comparison with a value. */
export interface Query {
  readonly path: string
  readonly operator: "" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "%" | "!%"
  readonly value: string
}

const OPERATOR = /^(?:==|!=|!%|<=|>=|[=<>%])/

/** Parses the text between the brackets. Returns undefined if its operator is unknown. */
export const queryOf = (text: string): Query | undefined => {
  const at = scanTo(text, 0, (letter) => "=!<>%".includes(letter))
  const path = text.slice(0, at).trim()
  if (at === text.length) return { path, operator: "", value: "" }
  const written = OPERATOR.exec(text.slice(at))?.[0]
  if (written === undefined) return undefined
  const operator = (written === "==" ? "=" : written) as Query["operator"]
  return { path, operator, value: text.slice(at + written.length).trim() }
}

const TRUE = ["1", "t", "T", "true", "TRUE", "True"]
const FALSE = ["0", "f", "F", "false", "FALSE", "False"]

/** True if the value counts as true (`~true`), false (`~false`) or null (`~null`), or exists (`~*`). */
const isLike = (value: Json | undefined, wanted: string): boolean => {
  switch (wanted) {
    case "*":
      return value !== undefined
    case "null":
      return value === undefined || value.is === "null"
    case "true":
      return (
        value !== undefined &&
        (value.is === "true" ||
          (value.is === "number" && Number(value.raw) !== 0) ||
          (value.is === "string" && TRUE.includes(value.text)))
      )
    case "false":
      return (
        value === undefined ||
        value.is === "false" ||
        value.is === "null" ||
        (value.is === "number" && Number(value.raw) === 0) ||
        (value.is === "string" && FALSE.includes(value.text))
      )
    default:
      return false
  }
}

const compare = <A extends number | string>(left: A, operator: Query["operator"], right: A): boolean => {
  switch (operator) {
    case "=":
      return left === right
    case "!=":
      return left !== right
    case "<":
      return left < right
    case "<=":
      return left <= right
    case ">":
      return left > right
    case ">=":
      return left >= right
    default:
      return false
  }
}

const unquoted = (value: string): string => {
  if (!value.startsWith('"')) return value
  const json = parsedJson(value)
  return json === undefined
    ? value.slice(1, value.endsWith('"') && value.length > 1 ? -1 : undefined)
    : textOf(json)
}

/** True if `found`, the value at the path of the query, satisfies the comparison. */
export const queryHolds = ({ operator, value: written }: Query, found: Json | undefined): boolean => {
  if (written.startsWith("~")) {
    const isAlike = isLike(found, written.slice(1))
    return operator === "=" ? isAlike : operator === "!=" && !isAlike
  }
  if (found === undefined) return false
  if (operator === "") return true
  const value = unquoted(written)
  switch (found.is) {
    case "string":
      if (operator === "%") return keyMatches(keyOf(value), found.text)
      if (operator === "!%") return !keyMatches(keyOf(value), found.text)
      return compare(found.text, operator, value)
    case "number":
      return compare(Number(found.raw), operator, Number(value))
    case "true":
    case "false":
      // False is less than true.
      return value === "true" || value === "false"
        ? compare(found.is === "true" ? 1 : 0, operator, value === "true" ? 1 : 0)
        : operator === "!="
    default:
      return false
  }
}
