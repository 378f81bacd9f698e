import type { Field } from "@media/query/Field"
import { type Operator, operatorsOf, shapeOf } from "@media/query/Operator"
import { condition, type Condition, type Last, type Near, type Scalar } from "@media/query/Tree"
import { problemOf } from "@media/query/values/check"
import { parseLast, printLast } from "@media/query/values/dates"
import { describeValues, exampleValues, parseScalar, printScalar } from "@media/query/values/scalars"

/** The most common operator of each type. The editor offers this operator first. */
const preferred: Partial<Record<Field["type"]["name"], Operator>> = {
  text: "contains",
  oneOf: "in",
  ref: "in",
  date: "in_last",
  time: "in_last",
  number: "greater_equal",
  seconds: "greater_equal",
  bytes: "greater_equal",
  bitrate: "greater_equal",
  rating: "greater_equal"
}

export const operatorsFor = ({ type }: Field): ReadonlyArray<Operator> => {
  const all = operatorsOf(type)
  const first = type.name === "oneOf" && type.isOrdered ? "greater_equal" : preferred[type.name]
  return first === undefined ? all : [first, ...all.filter((each) => each !== first)]
}

/** Returns the value of a condition as strings for the editor. */
export const textsOf = (field: Field, { value }: Condition): ReadonlyArray<string> => {
  if (value === undefined) return []
  if (typeof value === "object" && "amount" in value) return [printLast(value as Last)]
  if (typeof value === "object" && "hash" in value)
    return [(value as Near).hash, String((value as Near).distance)]
  return ([value].flat() as ReadonlyArray<Scalar>).map((one) => printScalar(field.type, one))
}

/** Returns the condition for the given strings, or the reason why they are invalid. */
export const conditionOf = (
  field: Field,
  operator: Operator,
  texts: ReadonlyArray<string>,
  depth?: number
): Condition | string => {
  const shape = shapeOf(operator)
  if (shape === "none") return condition(field.name, operator)
  const takes = `Enter ${shape === "last" ? "a span such as 30d or 6mo" : describeValues(field.type)}.`
  if (shape === "last") {
    const last = parseLast(texts[0] ?? "")
    return last === undefined ? takes : condition(field.name, operator, last)
  }
  if (shape === "near") {
    const near = { hash: (texts[0] ?? "").toLowerCase(), distance: Number(texts[1] || "8") }
    const made = condition(field.name, operator, near)
    return problemOf(field, made) === undefined
      ? made
      : "Enter 16 hexadecimal digits and a distance from 0 to 16."
  }
  const scalars = texts.map((text) => parseScalar(field.type, text.trim()))
  if (scalars.length === 0 || !scalars.every((one) => one !== undefined)) return takes
  if (shape === "range" && scalars.length !== 2) return takes
  const made = condition(field.name, operator, shape === "one" ? scalars[0] : scalars, depth)
  return problemOf(field, made) === undefined ? made : takes
}

/** Returns the values that the editor offers before the server has returned suggestions. */
export const offersOf = (field: Field, operator: Operator): ReadonlyArray<string> =>
  shapeOf(operator) === "last" ? ["1d", "7d", "30d", "3mo", "6mo", "1y"] : exampleValues(field.type)
