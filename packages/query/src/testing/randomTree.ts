import * as fc from "fast-check"
import { canonical } from "../canonical.ts"
import { type Field, type FieldTable, WORDS } from "../Field.ts"
import type { FieldType } from "../FieldType.ts"
import { type Operator, operatorsOf, shapeOf } from "../Operator.ts"
import { parsePattern } from "../pattern/parsePattern.ts"
import { isBareWord } from "../text/quote.ts"
import { condition, group, type Node, type Scalar, units, type Value } from "../Tree.ts"

const anyText = fc
  .string({ unit: "grapheme", maxLength: 12 })
  .filter((text) => text.isWellFormed() && !text.includes("\0"))
const names = fc.oneof(
  fc.constantFrom("Noir", "any", "all", "AND", "a, b", 'say "x"', "..", "-x", "*", "=x"),
  anyText.filter((text) => text.trim() !== "")
)
const floats = fc.oneof(
  fc.integer({ min: -100_000, max: 10_000_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
)
const two = (value: number) => String(value).padStart(2, "0")
const days = fc
  .record({
    year: fc.integer({ min: 1900, max: 2100 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 })
  })
  .map(({ day, month, year }) => [String(year), `${year}-${two(month)}`, `${year}-${two(month)}-${two(day)}`])
const dates = fc.oneof(
  fc.constantFrom("today", "yesterday"),
  days.chain((forms) => fc.constantFrom(...forms))
)
const times = fc.oneof(
  dates,
  days.map(([, , day]) => `${day!}T18:30:00Z`),
  days.map(([, , day]) => `${day!}T07:05`)
)
const hexadecimal = fc.bigInt(0n, 2n ** 64n - 1n).map((value) => value.toString(16).padStart(16, "0"))
const patterns = fc.constantFrom(
  "(?i)part \\d",
  "^The (one|other)",
  "[a-f]+$",
  "\\bx{2,3}",
  'quote " and \\\\ slash'
)

const scalars = (type: FieldType): fc.Arbitrary<Scalar> => {
  switch (type.name) {
    case "number":
    case "seconds":
    case "bytes":
    case "bitrate":
      return floats.map((value) => (Object.is(value, -0) ? 0 : value))
    case "rating":
      return fc.integer({ min: 0, max: 100 })
    case "date":
      return dates
    case "time":
      return times
    case "oneOf":
      return fc.constantFrom(...type.values)
    case "hash":
      return hexadecimal
    case "text":
      return anyText
    default:
      return names
  }
}

const valueFor = (type: FieldType, operator: Operator): fc.Arbitrary<Value | undefined> => {
  if (operator === "matches" || operator === "not_matches")
    return fc.oneof(patterns, anyText).filter((text) => !("problem" in parsePattern(text)))
  switch (shapeOf(operator)) {
    case "none":
      return fc.constant(undefined)
    case "list":
      return fc.array(scalars(type), { minLength: 1, maxLength: 4 })
    case "range":
      return fc.tuple(scalars(type), scalars(type))
    case "last":
      return fc.record({ amount: fc.integer({ min: 1, max: 500 }), unit: fc.constantFrom(...units) })
    case "near":
      return fc.record({ hash: hexadecimal, distance: fc.integer({ min: 0, max: 16 }) })
    case "one":
      return scalars(type)
  }
}

/** Generates conditions on a field, with every operator of its type and with values that the operator allows. */
export const randomCondition = (field: Field): fc.Arbitrary<Node> =>
  fc.constantFrom(...operatorsOf(field.type)).chain((operator) => {
    const isLeveled = field.type.name === "ref" && field.type.isTree && shapeOf(operator) !== "none"
    return fc
      .record({
        value: valueFor(field.type, operator),
        depth: isLeveled ? fc.constantFrom(undefined, 0, 2) : fc.constant(undefined)
      })
      .map(({ depth, value }) => condition(field.name, operator, value, depth))
  })

const words: fc.Arbitrary<Node> = fc.oneof(
  anyText
    .filter((text) => text.trim() !== "")
    .map((text) => condition(WORDS, isBareWord(text) ? "contains" : "equals", text)),
  fc.constantFrom("noir", "AND", "a:b").map((text) => condition(WORDS, "contains", text))
)

/** Generates trees over these fields. `depth` is the maximum depth. */
export const randomTree = (fields: FieldTable, depth: number): fc.Arbitrary<Node> => {
  const leaf: fc.Arbitrary<Node> = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...fields.fields).chain(randomCondition) },
    { weight: 1, arbitrary: words }
  )
  const relations = fields.fields.flatMap(({ name, type }) =>
    type.name === "ref" && type.fields !== undefined ? [{ name, inner: type.fields }] : []
  )
  if (depth <= 1) return leaf
  const groups: fc.Arbitrary<Node> = fc
    .record({
      operator: fc.constantFrom("and" as const, "or" as const, "not" as const),
      children: fc.array(randomTree(fields, depth - 1), { maxLength: 3 })
    })
    .map(({ children, operator }) => group(operator, children))
  if (relations.length === 0) return fc.oneof(leaf, groups)
  const related: fc.Arbitrary<Node> = fc.constantFrom(...relations).chain(({ inner, name }) =>
    fc
      .record({
        quantifier: fc.constantFrom("any" as const, "all" as const, "none" as const),
        where: randomTree(inner(), depth - 1)
      })
      .map((rest) => ({ type: "relation", relation: name, ...rest }))
  )
  return fc.oneof(
    { weight: 3, arbitrary: leaf },
    { weight: 3, arbitrary: groups },
    { weight: 1, arbitrary: related }
  )
}

export const randomCanonicalTree = (fields: FieldTable, depth: number): fc.Arbitrary<Node> =>
  randomTree(fields, depth).map(canonical)
