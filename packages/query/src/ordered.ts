import type { FieldType } from "./FieldType.ts"
import type { Condition, Last, Scalar } from "./Tree.ts"
import { datesIn, instantsIn, lastDates, lastInstants, type QueryClock, type Span } from "./values/clock.ts"

const spanOf = (type: FieldType, value: Scalar, clock: QueryClock): Span =>
  type.name === "date" ? datesIn(String(value), clock) : instantsIn(String(value), clock)

/** Returns the number by which a value of an ordered type is compared, or undefined for an unknown value of an enum. */
export const rankOf = (type: FieldType, value: unknown): number | undefined => {
  if (type.name === "oneOf") {
    const rank = type.values.indexOf(String(value))
    return rank < 0 ? undefined : rank
  }
  // A stored year is compared by its first day.
  if (type.name === "date") return datesIn(String(value), { now: 0, zone: "UTC" }).from
  return Number(value)
}

/**
 * Returns functions that compare a rank with the operand of a condition. A date covers a span of
 * ranks, whereas a number is a single rank.
 */
const operandOf = (type: FieldType, value: Scalar, clock: QueryClock) => {
  if (type.name === "date" || type.name === "time") {
    const { from, to } = spanOf(type, value, clock)
    return { isBefore: (rank: number) => rank < from, isAfter: (rank: number) => rank >= to }
  }
  const operand = rankOf(type, value)!
  return { isBefore: (rank: number) => rank < operand, isAfter: (rank: number) => rank > operand }
}

/** True if a stored value with this rank meets the condition. */
export const holdsInOrder = (
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
