import { type Field, type FieldTable, hasKind, WORDS } from "./Field.ts"
import type { FieldType } from "./FieldType.ts"
import { parsePattern } from "./pattern/parsePattern.ts"
import { javascriptPattern } from "./pattern/printPattern.ts"
import type { Condition, Last, Near, Node, Scalar } from "./Tree.ts"
import { datesIn, instantsIn, lastDates, lastInstants, type QueryClock, type Span } from "./values/clock.ts"

/** An entity that a record refers to. */
export interface RelatedRecord {
  readonly id: string
  /** Its name and aliases. */
  readonly names: ReadonlyArray<string>
  /** The number of levels between it and each of its ancestors. */
  readonly above?: ReadonlyArray<{
    readonly id: string
    readonly names: ReadonlyArray<string>
    readonly levels: number
  }>
  /** Its own fields, for `performer:{...}`. */
  readonly record?: QueryRecord
}

/**
 * One filterable thing. Values by field name: text as a string or several, enums as strings, dates as "2024" or "2024-05-31", times in
 * milliseconds since 1970, hashes in hexadecimal digits, references as related records, collections as names and ids. A
 * missing value is null.
 */
export interface QueryRecord {
  readonly kind: string
  readonly values: Readonly<Record<string, unknown>>
  /** The texts in which words are searched. */
  readonly words?: ReadonlyArray<string>
}

const fold = (text: string): string => text.normalize("NFC").toLowerCase()

const spanOf = (type: FieldType, value: Scalar, clock: QueryClock): Span =>
  type.name === "date" ? datesIn(String(value), clock) : instantsIn(String(value), clock)

/** The number by which values of an ordered type compare, or undefined for one without a rank in the order. */
const rankOf = (type: FieldType, value: unknown): number | undefined => {
  if (type.name === "oneOf") {
    const rank = type.values.indexOf(String(value))
    return rank < 0 ? undefined : rank
  }
  // The stored date of a year counts as its first day.
  if (type.name === "date") return datesIn(String(value), { now: 0, zone: "UTC" }).from
  return Number(value)
}

/** An operand of an ordered type as a span of ranks. For a number, both ends are the number itself. */
const operandOf = (type: FieldType, value: Scalar, clock: QueryClock) => {
  if (type.name === "date" || type.name === "time") {
    const { from, to } = spanOf(type, value, clock)
    return { isBefore: (rank: number) => rank < from, isAfter: (rank: number) => rank >= to }
  }
  const operand = rankOf(type, value)!
  return { isBefore: (rank: number) => rank < operand, isAfter: (rank: number) => rank > operand }
}

const holdsInOrder = (
  type: FieldType,
  { operator, value }: Condition,
  rank: number,
  clock: QueryClock
): boolean => {
  if (operator === "in_last" || operator === "not_in_last") {
    const { from, to } =
      type.name === "date" ? lastDates(value as Last, clock) : lastInstants(value as Last, clock)
    return (rank >= from && rank < to) === (operator === "in_last")
  }
  const [first, second] = [value].flat().map((one) => operandOf(type, one as Scalar, clock))
  switch (operator) {
    case "equals":
      return !first!.isBefore(rank) && !first!.isAfter(rank)
    case "not_equals":
      return first!.isBefore(rank) || first!.isAfter(rank)
    case "greater_than":
      return first!.isAfter(rank)
    case "greater_equal":
      return !first!.isBefore(rank)
    case "less_than":
      return first!.isBefore(rank)
    case "less_equal":
      return !first!.isAfter(rank)
    case "between":
      return !first!.isBefore(rank) && !second!.isAfter(rank)
    default:
      return first!.isBefore(rank) || second!.isAfter(rank)
  }
}

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
 * Tells whether a record matches. Written for clarity and without the code of the SQL compiler, so that tests can
 * compare the two. A condition on a field that is null or that the record's kind lacks is false, and its negation is
 * true.
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
