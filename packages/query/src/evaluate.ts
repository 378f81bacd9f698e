import { type Field, type FieldTable, hasKind, WORDS } from "./Field.ts"
import { holdsInOrder, rankOf } from "./ordered.ts"
import { parsePattern } from "./pattern/parsePattern.ts"
import { javascriptPattern } from "./pattern/printPattern.ts"
import type { Condition, Near, Node, Scalar } from "./Tree.ts"
import type { QueryClock } from "./values/clock.ts"

/** An entity to which a `QueryRecord` refers. */
export interface RelatedRecord {
  readonly id: string
  /** The name and the aliases of the entity. */
  readonly names: ReadonlyArray<string>
  /** The ancestors of the entity, each with the number of levels between them. */
  readonly above?: ReadonlyArray<{
    readonly id: string
    readonly names: ReadonlyArray<string>
    readonly levels: number
  }>
  /** The entity's own fields, for conditions such as `performer:{...}`. */
  readonly record?: QueryRecord
}

/**
 * An object to which filters are applied. `values` is keyed by field name. A missing value is null. The other values
 * are:
 * - text: one string or several
 * - enums: strings
 * - dates: "2024" or "2024-05-31"
 * - times: milliseconds since 1970
 * - hashes: hexadecimal digits
 * - references: related records
 * - collections: names and ids
 */
export interface QueryRecord {
  readonly kind: string
  readonly values: Readonly<Record<string, unknown>>
  /** The values in which words without a field name are searched. */
  readonly words?: ReadonlyArray<string>
}

const fold = (text: string): string => text.normalize("NFC").toLowerCase()

const holdsForText = ({ operator, value }: Condition, stored: string): boolean => {
  if (operator === "matches" || operator === "not_matches") {
    const parsed = parsePattern(String(value))
    return !("problem" in parsed) && javascriptPattern(parsed).test(stored) === (operator === "matches")
  }
  const text = fold(stored)
  const values = [value].flat().map((one) => fold(String(one)))
  const [first] = values as [string]
  switch (operator) {
    case "equals":
    case "in":
      return values.includes(text)
    case "not_equals":
    case "not_in":
      return !values.includes(text)
    case "contains":
      return text.includes(first)
    case "not_contains":
      return !text.includes(first)
    case "starts_with":
      return text.startsWith(first)
    default:
      return text.endsWith(first)
  }
}

const isNamed = ({ id, names }: Pick<RelatedRecord, "id" | "names">, value: Scalar): boolean =>
  id === value || names.some((name) => fold(name) === fold(String(value)))

const holdsForRelated = (
  { depth = -1, operator, value }: Condition,
  related: ReadonlyArray<RelatedRecord>
): boolean => {
  const has = (wanted: Scalar) =>
    related.some(
      (one) =>
        isNamed(one, wanted) ||
        one.above?.some((other) => (depth < 0 || other.levels <= depth) && isNamed(other, wanted)) === true
    )
  const values = [value].flat() as ReadonlyArray<Scalar>
  if (operator === "all_of") return values.every(has)
  return values.some(has) === (operator === "equals" || operator === "in")
}

const bitsApart = (a: string, b: string): number => {
  let different = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
  let bits = 0
  for (; different > 0n; different >>= 1n) bits += Number(different & 1n)
  return bits
}

const isEmpty = (stored: unknown): boolean =>
  stored === null || stored === undefined || (Array.isArray(stored) && stored.length === 0)

const holds = (field: Field, condition: Condition, stored: unknown, clock: QueryClock): boolean => {
  const { operator, value } = condition
  if (field.type.name === "collection")
    return (
      ([stored ?? []].flat() as ReadonlyArray<unknown>).includes(value) === (operator === "in_collection")
    )
  if (operator === "is_null" || operator === "is_not_null")
    return isEmpty(stored) === (operator === "is_null")
  if (isEmpty(stored)) return false
  switch (field.type.name) {
    case "boolean":
      return stored === (operator === "is_true")
    case "text": {
      const texts = [stored].flat().map(String)
      const isHeld = (text: string) => holdsForText(condition, text)
      return operator.startsWith("not_") ? texts.every(isHeld) : texts.some(isHeld)
    }
    case "ref":
      return holdsForRelated(condition, stored as ReadonlyArray<RelatedRecord>)
    case "hash":
      if (operator === "equals") return stored === value
      return bitsApart(String(stored), (value as Near).hash) <= (value as Near).distance
    case "oneOf":
      if (operator === "in") return (value as ReadonlyArray<Scalar>).includes(stored as Scalar)
      if (operator === "not_in") return !(value as ReadonlyArray<Scalar>).includes(stored as Scalar)
      if (operator === "equals" || operator === "not_equals")
        return (stored === value) === (operator === "equals")
  }
  const rank = rankOf(field.type, stored)
  return rank !== undefined && holdsInOrder(field.type, condition, rank, clock)
}

/**
 * True if the record matches the tree. If the value of a condition is null, or the record's kind does not have the
 * field, the condition is false, and its negation is true. This function is written for clarity and shares no code with
 * the SQL compiler, so that tests can compare the two.
 */
export const evaluate = (node: Node, record: QueryRecord, fields: FieldTable, clock: QueryClock): boolean => {
  if (node.type === "group") {
    const results = node.children.map((child) => evaluate(child, record, fields, clock))
    return node.operator === "and"
      ? results.every(Boolean)
      : node.operator === "or"
        ? results.some(Boolean)
        : !results.some(Boolean)
  }
  if (node.type === "relation") {
    const { type } = fields.find(node.relation)!
    const inner = type.name === "ref" ? type.fields!() : fields
    const related = (record.values[node.relation] ?? []) as ReadonlyArray<RelatedRecord>
    const results = related.map((each) => evaluate(node.where, each.record!, inner, clock))
    if (node.quantifier === "all") return results.every(Boolean)
    return results.some(Boolean) === (node.quantifier === "any")
  }
  if (node.kinds !== undefined && !node.kinds.includes(record.kind)) return false
  if (node.field === WORDS) {
    const wanted = fold(String(node.value))
    return record.words?.some((text) => fold(text).includes(wanted)) === true
  }
  const field = fields.find(node.field)!
  return hasKind(field, record.kind) && holds(field, node, record.values[field.name], clock)
}
