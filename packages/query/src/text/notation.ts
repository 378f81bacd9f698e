import type { Field } from "../Field.ts"
import { type FieldType, isOrdered } from "../FieldType.ts"
import { type Operator, operatorsOf } from "../Operator.ts"
import { symbols, type TextSymbol } from "./Scanner.ts"

/** Maps each symbol to the operator that it means before a single value, for types other than text and collections. */
const common: Partial<Record<TextSymbol, Operator>> = {
  ":": "equals",
  "=": "equals",
  "!:": "not_equals",
  "!=": "not_equals",
  ">": "greater_than",
  ">=": "greater_equal",
  "<": "less_than",
  "<=": "less_equal"
}

const ofText: Partial<Record<TextSymbol, Operator>> = {
  ":": "contains",
  "!:": "not_contains",
  "=": "equals",
  "!=": "not_equals",
  "^=": "starts_with",
  "$=": "ends_with",
  "~": "matches",
  "!~": "not_matches"
}

const ofCollection: Partial<Record<TextSymbol, Operator>> = {
  ":": "in_collection",
  "=": "in_collection",
  "!:": "not_in_collection",
  "!=": "not_in_collection"
}

const tableOf = (type: FieldType) =>
  type.name === "text" ? ofText : type.name === "collection" ? ofCollection : common

export const operatorAt = (type: FieldType, symbol: TextSymbol): Operator | undefined => {
  // Boolean fields are usually written with `is:` and `has:`, but `isFavorite:true` is also accepted.
  if (type.name === "boolean") return symbol === ":" || symbol === "=" ? "is_true" : undefined
  const operator = tableOf(type)[symbol]
  return operator !== undefined && operatorsOf(type).includes(operator) ? operator : undefined
}

export const symbolsOf = (type: FieldType): ReadonlyArray<TextSymbol> =>
  symbols.filter((symbol) => operatorAt(type, symbol) !== undefined)

/** Returns the symbol to print before a single value. */
export const symbolOf = (type: FieldType, operator: Operator, isExact: boolean): TextSymbol => {
  // If two symbols mean the same operator, the first symbol is printed. In a hierarchy, "=" excludes descendants.
  if (type.name === "ref") return operator.startsWith("not_") ? (isExact ? "!=" : "!:") : isExact ? "=" : ":"
  if (operator === "not_equals" && type.name !== "text") return "!="
  const table = tableOf(type)
  return (Object.keys(table) as Array<TextSymbol>).find((symbol) => table[symbol] === operator)!
}

/** Returns the names of the functions that are allowed after `field:` in addition to values. */
export const functionsOf = (type: FieldType): ReadonlyArray<string> =>
  type.name === "hash" ? ["near"] : type.name === "ref" ? ["all", ...(type.isTree ? ["depth"] : [])] : []

export const takesRange = (field: Field): boolean => isOrdered(field.type)
