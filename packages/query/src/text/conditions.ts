import { type Field, type FieldTable, WORDS } from "../Field.ts"
import { type Operator, operatorsOf } from "../Operator.ts"
import { condition, group, limits, type Node, type Scalar, type Value } from "../Tree.ts"
import { problemOf } from "../values/check.ts"
import { parseLast } from "../values/dates.ts"
import { describeValues, exampleValues, parseScalar } from "../values/scalars.ts"
import { parsePattern } from "../pattern/parsePattern.ts"
import { functionsOf, operatorAt, symbolsOf, takesRange } from "./notation.ts"
import { isBareWord } from "./quote.ts"
import type { TextSymbol } from "./Scanner.ts"
import { closest } from "./suggest.ts"
import type { TextSpan, ScalarText, ValueText } from "./Value.ts"

type Report = (
  span: TextSpan,
  message: string,
  expected?: ReadonlyArray<string>,
  suggestion?: string | undefined
) => void

/** Returns the condition for a word or phrase without a field name. */
export const wordsNode = (text: string, isQuoted: boolean): Node =>
  condition(WORDS, !isQuoted && isBareWord(text) ? "contains" : "equals", text)

const opposite: Partial<Record<Operator, Operator>> = {
  equals: "not_equals",
  in: "not_in",
  between: "not_between",
  in_last: "not_in_last",
  greater_equal: "less_than",
  less_equal: "greater_than",
  contains: "not_contains",
  is_true: "is_false"
}

const refuseValue = (field: Field, { text, ...span }: ScalarText, report: Report): undefined => {
  const expected = exampleValues(field.type)
  const suggestion = field.type.name === "oneOf" ? closest(text, expected) : undefined
  report(span, `"${field.text}" takes ${describeValues(field.type)}, not "${text}".`, expected, suggestion)
}

/** Validates a value like a value in a JSON tree, and reports a problem if it is invalid. */
const checked = (
  field: Field,
  span: TextSpan,
  report: Report,
  ...[operator, value, depth]: readonly [Operator, Value?, number?]
): Node | undefined => {
  const node = condition(field.name, operator, value, depth)
  const problem = problemOf(field, node)
  if (problem === undefined) return node
  report(span, `${problem.replace(/^./, (first) => first.toUpperCase())}.`)
  return undefined
}

const scalarsOf = (
  field: Field,
  values: ReadonlyArray<ScalarText>,
  report: Report
): ReadonlyArray<Scalar> | undefined => {
  const parsed = values.map((each) => {
    const value = parseScalar(field.type, each.text)
    return value === undefined ? refuseValue(field, each, report) : value
  })
  return parsed.every((value) => value !== undefined) ? parsed : undefined
}

const ofPattern = (field: Field, value: ScalarText, operator: Operator, report: Report): Node | undefined => {
  const parsed = parsePattern(value.text)
  if (!("problem" in parsed)) return condition(field.name, operator, value.text)
  const { length, message, position } = parsed.problem
  // The position is exact only if no escape precedes it, because an escape inside quotes takes two characters.
  const from = value.from + (value.isQuoted ? 1 : 0) + position
  report({ from: Math.min(from, value.to), to: Math.min(from + length, value.to) }, message)
  return undefined
}

const rangeNode = (field: Field, value: ScalarText, isNegated: boolean, report: Report): Node | undefined => {
  const at = value.text.indexOf("..")
  const ends = [value.text.slice(0, at), value.text.slice(at + 2)]
  const starts = [value.from, value.from + at + 2]
  const given = ends.flatMap((text, n) =>
    text === "" ? [] : [{ text, from: starts[n]!, to: starts[n]! + text.length, isQuoted: false }]
  )
  if (given.length === 0) {
    report(value, "A range needs a value before or after the dots.", exampleValues(field.type))
    return undefined
  }
  const scalars = scalarsOf(field, given, report)
  if (scalars === undefined) return undefined
  const operator: Operator =
    scalars.length === 2 ? "between" : ends[0] === "" ? "less_equal" : "greater_equal"
  return condition(
    field.name,
    isNegated ? opposite[operator]! : operator,
    scalars.length === 2 ? scalars : scalars[0]!
  )
}

const scalarNode = (
  field: Field,
  symbol: TextSymbol,
  value: ScalarText,
  report: Report
): Node | undefined => {
  const { type } = field
  const operator = operatorAt(type, symbol)!
  const isNegated = operator.startsWith("not_")
  const isEquality = operator === "equals" || operator === "not_equals"
  if (type.name === "boolean") {
    const truth = /^(?:true|yes|1)$/i.test(value.text)
    if (truth || /^(?:false|no|0)$/i.test(value.text))
      return condition(field.name, truth ? "is_true" : "is_false")
    return refuseValue(field, value, report)
  }
  if (operator === "matches" || operator === "not_matches") return ofPattern(field, value, operator, report)
  if (isEquality && takesRange(field) && !value.isQuoted && value.text.includes(".."))
    return rangeNode(field, value, isNegated, report)
  if (isEquality && (type.name === "date" || type.name === "time")) {
    const last = parseLast(value.text)
    if (last !== undefined) return condition(field.name, isNegated ? "not_in_last" : "in_last", last)
  }
  const scalar = parseScalar(type, value.text)
  if (scalar === undefined) return refuseValue(field, value, report)
  const isExact = type.name === "ref" && type.isTree && symbol.endsWith("=")
  return checked(field, value, report, operator, scalar, isExact ? 0 : undefined)
}

const listNode = (
  field: Field,
  symbol: TextSymbol,
  { values, ...span }: ValueText & { readonly shape: "list" },
  report: Report
): Node | undefined => {
  const { type } = field
  const operator = operatorAt(type, symbol)!
  if (values.length === 0) {
    report(span, "A list needs at least one value.", exampleValues(type))
    return undefined
  }
  if (values.length > limits.listValues) {
    report(span, `A list can have at most ${limits.listValues} values.`)
    return undefined
  }
  const listOperator = operator === "equals" ? "in" : operator === "not_equals" ? "not_in" : undefined
  if (listOperator !== undefined && operatorsOf(type).includes(listOperator)) {
    const scalars = scalarsOf(field, values, report)
    const isExact = type.name === "ref" && type.isTree && symbol.endsWith("=")
    return scalars && checked(field, span, report, listOperator, scalars, isExact ? 0 : undefined)
  }
  // The type has no list operator, so the list becomes a group of conditions. Any of the values must match, or none of
  // them for a negation.
  const nodes = values.map((value) => scalarNode(field, symbol, value, report))
  if (!nodes.every((node) => node !== undefined)) return undefined
  return group(operator.startsWith("not_") ? "and" : "or", nodes)
}

const functionNode = (
  field: Field,
  symbol: TextSymbol,
  value: ValueText & { readonly shape: "function" },
  report: Report
): Node | undefined => {
  const known = functionsOf(field.type)
  const { name, values } = value
  const isNegated = symbol.startsWith("!")
  if (!known.includes(name)) {
    report(
      value,
      `"${field.text}" has no function "${name}". If this is a value, put it in quotes.`,
      known,
      closest(name, known)
    )
    return undefined
  }
  if (name === "near") {
    const [hash, distance] = values
    const near = { hash: (hash?.text ?? "").toLowerCase(), distance: Number(distance?.text ?? "8") }
    if (isNegated || values.length > 2) report(value, `Write "${field.text}:near(hash, distance)".`)
    else return checked(field, value, report, "near", near)
    return undefined
  }
  const levels = name === "depth" ? Number(values[0]?.text) : undefined
  const rest = name === "depth" ? values.slice(1) : values
  const isAny = name === "depth" && rest[0]?.text === "any" && !rest[0].isQuoted
  const isAll = name === "all" || (rest[0]?.text === "all" && !rest[0].isQuoted)
  const named = name === "depth" && (isAny || isAll) ? rest.slice(1) : rest
  const isLevel = levels === undefined || (Number.isInteger(levels) && levels >= 0 && levels <= 20)
  if (named.length === 0 || !isLevel || (isAll && isNegated)) {
    report(value, `Write "${field.text}:${name === "all" ? "all(one, two)" : "depth(2, name)"}".`)
    return undefined
  }
  const scalars = scalarsOf(field, named, report)
  if (scalars === undefined) return undefined
  const isExact = field.type.name === "ref" && field.type.isTree && symbol.endsWith("=")
  const depth = levels ?? (isExact ? 0 : undefined)
  if (isAll) return checked(field, value, report, "all_of", scalars, depth)
  if (isAny || scalars.length > 1)
    return checked(field, value, report, isNegated ? "not_in" : "in", scalars, depth)
  return checked(field, value, report, isNegated ? "not_equals" : "equals", scalars[0]!, depth)
}

/**
 * Returns the condition for `field symbol value`. If the condition is invalid, reports the problems and returns
 * undefined.
 */
export const conditionNode = (
  field: Field,
  symbol: TextSymbol,
  symbolSpan: TextSpan,
  value: ValueText,
  report: Report
): Node | undefined => {
  if (operatorAt(field.type, symbol) === undefined) {
    report(symbolSpan, `"${field.text}" cannot be compared with "${symbol}".`, symbolsOf(field.type))
    return undefined
  }
  switch (value.shape) {
    case "star":
      if (operatorsOf(field.type).includes("is_null"))
        return condition(field.name, symbol.startsWith("!") ? "is_null" : "is_not_null")
      report(value, `"${field.text}" is never empty.`)
      return undefined
    case "nested": {
      const isRelation = field.type.name === "ref" && field.type.fields !== undefined
      if (isRelation && symbol === ":")
        return { type: "relation", relation: field.name, quantifier: value.quantifier, where: value.where }
      report(value, isRelation ? `Write "${field.text}:{...}".` : `"${field.text}" has no fields of its own.`)
      return undefined
    }
    case "function":
      return functionNode(field, symbol, value, report)
    case "list":
      return listNode(field, symbol, value, report)
    case "scalar":
      return scalarNode(field, symbol, value, report)
  }
}

/** Returns the condition for a flag such as `is:favorite`, `has:subtitles` or `no:date`. */
export const flagNode = (
  fields: FieldTable,
  prefix: string,
  value: ScalarText,
  report: Report
): Node | undefined => {
  const flag = fields.flag(`${prefix}:${value.text}`)
  if (flag !== undefined) return condition(flag.field.name, flag.value ? "is_true" : "is_false")
  const field = prefix === "is" ? undefined : fields.find(value.text)
  if (field !== undefined && operatorsOf(field.type).includes("is_null"))
    return condition(field.name, prefix === "no" ? "is_null" : "is_not_null")
  const known = [
    ...fields.flags
      .filter((each) => each.startsWith(`${prefix}:`))
      .map((each) => each.slice(prefix.length + 1)),
    ...(prefix === "is" ? [] : fields.fields.map(({ text }) => text))
  ]
  const suggestion = closest(value.text, known)
  report(
    value,
    `"${value.text}" is not a known value of "${prefix}:".${suggestion === undefined ? "" : ` Did you mean "${suggestion}"?`}`,
    known,
    suggestion
  )
  return undefined
}
