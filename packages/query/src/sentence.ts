import { type Field, type FieldTable, WORDS } from "./Field.ts"
import type { FieldType } from "./FieldType.ts"
import type { Operator } from "./Operator.ts"
import type { Condition, Last, Near, Node, Scalar } from "./Tree.ts"
import { printScalar } from "./values/scalars.ts"

export interface SentenceOptions {
  /** Returns the name of an entity to which the tree refers by its id. */
  readonly nameOf?: (entity: string, id: string) => string | undefined
}

/** The three parts of a filter chip, such as "Tag", "is any of" and "Noir, Western". Users can change each part. */
export interface ChipText {
  readonly field: string
  readonly operator: string
  readonly value: string
}

const phrases: Readonly<Record<Operator, string>> = {
  equals: "is",
  not_equals: "is not",
  in: "is any of",
  not_in: "is none of",
  all_of: "is all of",
  contains: "contains",
  not_contains: "does not contain",
  starts_with: "starts with",
  ends_with: "ends with",
  matches: "matches",
  not_matches: "does not match",
  greater_than: "is more than",
  greater_equal: "is at least",
  less_than: "is less than",
  less_equal: "is at most",
  between: "is between",
  not_between: "is not between",
  in_last: "is in the last",
  not_in_last: "is not in the last",
  near: "looks like",
  in_collection: "includes",
  not_in_collection: "does not include",
  is_true: "is yes",
  is_false: "is no",
  is_null: "is empty",
  is_not_null: "is not empty"
}

const ofDates: Partial<Record<Operator, string>> = {
  greater_than: "is after",
  greater_equal: "is in or after",
  less_than: "is before",
  less_equal: "is in or before"
}

const phraseOf = (type: FieldType, operator: Operator): string =>
  ((type.name === "date" || type.name === "time") && ofDates[operator]) || phrases[operator]

/** Returns the sentence for a boolean field, such as "Is favorite", "Is not favorite" or "Has no subtitles". */
const booleanText = (label: string, isTrue: boolean): string => {
  if (isTrue) return label
  if (/^Has /.test(label)) return label.replace("Has ", "Has no ")
  return /^Is /.test(label) ? label.replace("Is ", "Is not ") : `Not ${label.toLowerCase()}`
}

/** Returns the text of an operator for a field, such as "is before" for a date and "is less than" for a number. */
export const operatorText = (field: Field, operator: Operator): string =>
  field.type.name === "boolean"
    ? booleanText(field.label, operator === "is_true")
    : phraseOf(field.type, operator)

const lastText = ({ amount, unit }: Last): string => (amount === 1 ? unit.slice(0, -1) : `${amount} ${unit}`)

export const chipText = (
  { depth, ...condition }: Condition,
  fields: FieldTable,
  { nameOf }: SentenceOptions = {}
): ChipText => {
  const { operator, value } = condition
  if (condition.field === WORDS)
    return {
      field: "Text",
      operator: "contains",
      value: operator === "equals" ? `"${String(value)}"` : String(value)
    }
  const field = fields.find(condition.field)
  if (field === undefined) return { field: condition.field, operator: phrases[operator], value: "" }
  const { type } = field
  if (type.name === "boolean") return { field: operatorText(field, operator), operator: "", value: "" }
  const scalar = (one: Scalar) =>
    (type.name === "ref" ? nameOf?.(type.entity, String(one)) : undefined) ?? printScalar(type, one)
  const below = depth === 0 ? ", excluding sub-entries" : ""
  const text = (): string => {
    if (value === undefined) return ""
    if (operator === "in_last" || operator === "not_in_last") return lastText(value as Last)
    if (operator === "near") return `${(value as Near).hash}, up to ${(value as Near).distance} bits apart`
    if (operator === "between" || operator === "not_between")
      return ([value].flat() as ReadonlyArray<Scalar>).map(scalar).join(" and ")
    return ([value].flat() as ReadonlyArray<Scalar>).map(scalar).join(", ") + below
  }
  return { field: field.label, operator: phraseOf(type, operator), value: text() }
}

const joined = (parts: ReadonlyArray<string>, word: "and" | "or"): string =>
  parts.length < 3 ? parts.join(` ${word} `) : `${parts.slice(0, -1).join(", ")}, ${word} ${parts.at(-1)!}`

/** Describes a tree in plain English, as in "Tag is any of Noir, Western and Year is at least 1980". */
export const sentence = (node: Node, fields: FieldTable, options: SentenceOptions = {}): string => {
  if (node.type === "condition") {
    const { field, operator, value } = chipText(node, fields, options)
    return [field, operator, value].filter((part) => part !== "").join(" ")
  }
  if (node.type === "relation") {
    const field = fields.find(node.relation)
    const inner = (field?.type.name === "ref" ? field.type.fields?.() : undefined) ?? fields
    const who = { any: "at least one", all: "every", none: "no" }[node.quantifier]
    const where = sentence(node.where, inner, options)
    return `${who} ${(field?.label ?? node.relation).toLowerCase()} has: ${where}`
  }
  const parts = node.children.map((child) => {
    const text = sentence(child, fields, options)
    return child.type === "group" && child.operator !== "not" && child.children.length > 1
      ? `(${text})`
      : text
  })
  if (node.operator === "not")
    return parts.length === 1 ? `not: ${parts[0]!}` : `none of: ${joined(parts, "or")}`
  if (parts.length === 0) return node.operator === "and" ? "Everything" : "Nothing"
  return joined(parts, node.operator)
}
