import { canonical } from "../canonical.ts"
import { type Field, type FieldTable, WORDS } from "../Field.ts"
import type { Condition, Last, Near, Node, Query, Relation, Scalar } from "../Tree.ts"
import { printLast } from "../values/dates.ts"
import { printScalar } from "../values/scalars.ts"
import { symbolOf } from "./notation.ts"
import { isBareWord, quote, valueText } from "./quote.ts"

/**
 * Returns the field with this name. Throws if the table has no such field, because a tree with an unknown field has no
 * text form.
 */
const fieldOf = (fields: FieldTable, name: string): Field => {
  const found = fields.find(name)
  if (found === undefined) throw new Error(`unknown field "${name}"`)
  return found
}

const printWords = ({ operator, value }: Condition): string => {
  const text = String(value)
  if (operator === "contains" && isBareWord(text)) return text
  return operator === "contains" ? `${WORDS}:${valueText(text)}` : quote(text)
}

const flagOf = (field: Field, value: boolean): string =>
  Object.keys(field.flags).find((flag) => field.flags[flag] === value) ?? `${field.text}:${String(value)}`

const printCondition = (fields: FieldTable, condition: Condition): string => {
  if (condition.field === WORDS) return printWords(condition)
  const field = fieldOf(fields, condition.field)
  const { depth, operator, value } = condition
  const scalar = (one: Scalar) => valueText(printScalar(field.type, one))
  const list = () => (value as ReadonlyArray<Scalar>).map(scalar).join(", ")
  const isExact = depth === 0
  const symbol = (of: Condition["operator"] = operator) => `${field.text}${symbolOf(field.type, of, isExact)}`
  if (depth !== undefined && depth > 0) {
    const negated = operator.startsWith("not_") ? "!:" : ":"
    // Names are quoted, so that an entity named "any" is not read as the keyword.
    const values = [value]
      .flat()
      .map((one) => quote(String(one)))
      .join(", ")
    const kind = operator === "all_of" ? "all, " : operator.endsWith("in") ? "any, " : ""
    return `${field.text}${negated}depth(${depth}, ${kind}${values})`
  }
  switch (operator) {
    case "is_true":
      return flagOf(field, true)
    case "is_false":
      return flagOf(field, false)
    case "is_null":
      return `no:${field.text}`
    case "is_not_null":
      return `${field.text}:*`
    case "in":
    case "not_in":
      // In a text field, the values of a list after ":" would match parts of the text, so "=" is printed.
      return field.type.name === "text"
        ? `${field.text}${operator === "in" ? "=" : "!="}(${list()})`
        : `${symbol(operator === "in" ? "equals" : "not_equals")}(${list()})`
    case "all_of":
      return `${symbol("equals")}all(${list()})`
    case "between":
    case "not_between": {
      const [from, to] = value as readonly [Scalar, Scalar]
      const ends = [from, to].map((end) => printScalar(field.type, end)).join("..")
      return `${field.text}${operator === "between" ? ":" : "!:"}${ends}`
    }
    case "in_last":
    case "not_in_last":
      return `${field.text}${operator === "in_last" ? ":" : "!:"}${printLast(value as Last)}`
    case "near": {
      const { distance, hash } = value as Near
      return `${field.text}:near(${hash}, ${distance})`
    }
    default:
      return `${symbol()}${scalar(value as Scalar)}`
  }
}

const nestedFields = (fields: FieldTable, { relation }: Relation): readonly [Field, FieldTable] => {
  const field = fieldOf(fields, relation)
  const inner = field.type.name === "ref" ? field.type.fields?.() : undefined
  if (inner === undefined) throw new Error(`"${relation}" is not a relation`)
  return [field, inner]
}

/** Prints a node. Brackets are added if `inside`, the operator of the surrounding group, requires them. */
const print = (fields: FieldTable, node: Node, inside: "and" | "or" | "not"): string => {
  if (node.type === "condition") return printCondition(fields, node)
  if (node.type === "relation") {
    const [field, inner] = nestedFields(fields, node)
    return `${field.text}:${node.quantifier === "all" ? "all" : ""}{${print(inner, node.where, "or")}}`
  }
  const { children, operator } = node
  if (operator === "not") {
    const [only] = children
    return children.length === 1 && only!.type !== "group"
      ? `-${print(fields, only!, "not")}`
      : `NOT (${children.map((child) => print(fields, child, "or")).join(" OR ")})`
  }
  if (children.length === 0) return "()"
  const text = children.map((child) => print(fields, child, operator)).join(operator === "or" ? " OR " : " ")
  const needsBrackets = operator === "or" ? inside !== "or" : inside === "not"
  return needsBrackets ? `(${text})` : text
}

export const printNode = (node: Node, fields: FieldTable): string => {
  const where = canonical(node)
  if (where.type === "group" && where.children.length === 0) return ""
  return print(fields, where, "or")
}

/** Returns the text form of a query. `parseQuery` parses this text to the canonical form of the same query. */
export const printQuery = ({ limit, sort, where }: Query, fields: FieldTable): string =>
  [
    printNode(where, fields),
    sort.length === 0
      ? ""
      : `sort:${sort.map(({ direction, field }) => `${direction === "desc" ? "-" : ""}${fieldOf(fields, field).text}`).join(",")}`,
    limit === undefined ? "" : `limit:${limit.amount}${limit.unit === "percent" ? "%" : ""}`
  ]
    .filter((part) => part !== "")
    .join(" ")
