import { type FieldType, isOrdered } from "./FieldType.ts"

export const operators = [
  "equals",
  "not_equals",
  "in",
  "not_in",
  "all_of",
  "contains",
  "not_contains",
  "starts_with",
  "ends_with",
  "matches",
  "not_matches",
  "greater_than",
  "greater_equal",
  "less_than",
  "less_equal",
  "between",
  "not_between",
  "in_last",
  "not_in_last",
  "near",
  "in_collection",
  "not_in_collection",
  "is_true",
  "is_false",
  "is_null",
  "is_not_null"
] as const
export type Operator = (typeof operators)[number]

const empty = ["is_null", "is_not_null"] as const
const equality = ["equals", "not_equals"] as const
const order = ["greater_than", "greater_equal", "less_than", "less_equal", "between", "not_between"] as const

/** Returns the operators that conditions on fields of this type may use. */
export const operatorsOf = (type: FieldType): ReadonlyArray<Operator> => {
  switch (type.name) {
    case "text":
      return [
        ...equality,
        ...(["contains", "not_contains", "starts_with", "ends_with", "matches", "not_matches"] as const),
        ...(["in", "not_in"] as const),
        ...empty
      ]
    case "oneOf":
      return [...equality, "in", "not_in", ...(isOrdered(type) ? order : []), ...empty]
    case "ref":
      return [...equality, "in", "not_in", "all_of", ...empty]
    case "date":
    case "time":
      return [...equality, ...order, "in_last", "not_in_last", ...empty]
    case "boolean":
      return ["is_true", "is_false"]
    case "hash":
      return ["equals", "near", ...empty]
    case "collection":
      return ["in_collection", "not_in_collection"]
    default:
      return [...equality, ...order, ...empty]
  }
}

/** The shape of the value that an operator requires. */
export type ValueShape = "none" | "one" | "list" | "range" | "last" | "near"

export const shapeOf = (operator: Operator): ValueShape => {
  switch (operator) {
    case "is_true":
    case "is_false":
    case "is_null":
    case "is_not_null":
      return "none"
    case "in":
    case "not_in":
    case "all_of":
      return "list"
    case "between":
    case "not_between":
      return "range"
    case "in_last":
    case "not_in_last":
      return "last"
    case "near":
      return "near"
    default:
      return "one"
  }
}

export const hasOperator = (type: FieldType, operator: Operator): boolean =>
  operatorsOf(type).includes(operator)
