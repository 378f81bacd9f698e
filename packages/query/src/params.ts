import { canonical } from "./canonical.ts"
import type { Field, FieldTable, ParamOperator } from "./Field.ts"
import { parseQuery } from "./text/parse.ts"
import type { Problem } from "./text/Problem.ts"
import { printNode } from "./text/print.ts"
import { quote } from "./text/quote.ts"
import { type Condition, condition, everything, group, type Node } from "./Tree.ts"
import { describeValues, parseScalar } from "./values/scalars.ts"

/** Query parameters keyed by name. A repeated parameter has an array of values, all of which must match. */
export type Params = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

export interface ParamProblem extends Problem {
  readonly parameter: string
}

/** Converts the value of a parameter to the text form. */
const valueOf = (text: string, isPlain: boolean): string => {
  // A comma always separates two values. Ranges and stars are written as in the text form.
  const values = text.split(",").map((part) => part.trim())
  const written = isPlain ? values.map(quote) : values
  return written.length === 1 ? written[0]! : `(${written.join(", ")})`
}

/** Returns the condition of a parameter with a fixed operator, or undefined if the value is invalid. */
const ofOwnName = ({ name, type }: Field, operator: ParamOperator, text: string): Node | undefined => {
  if (operator === "is_false")
    return text === "true" || text === "false"
      ? condition(name, text === "true" ? "is_false" : "is_true")
      : undefined
  const value = parseScalar(type, text)
  return value === undefined ? undefined : condition(name, operator, value)
}

/**
 * Converts flat query parameters such as `?performer=a,b&duration=60..3600` to a tree. Parameters that are not named
 * after a field are ignored, because they belong to the route.
 */
export const fromParams = (
  params: Params,
  fields: FieldTable
): { readonly where: Node; readonly problems: ReadonlyArray<ParamProblem> } => {
  const nodes: Array<Node> = []
  const problems: Array<ParamProblem> = []
  for (const [parameter, given] of Object.entries(params)) {
    if (given === undefined) continue
    const named = fields.param(parameter)
    if (named !== undefined) {
      for (const text of [given].flat()) {
        const node = ofOwnName(named.field, named.operator, text)
        if (node === undefined)
          problems.push({
            parameter,
            message: `"${parameter}" takes ${describeValues(named.field.type)}, not "${text}".`,
            position: 0,
            length: text.length,
            expected: []
          })
        else nodes.push(node)
      }
      continue
    }
    const field = fields.find(parameter)
    if (field === undefined) continue
    // Names may contain any character. Numbers, dates and enums never need quotes.
    const isPlain = ["ref", "text", "collection"].includes(field.type.name)
    for (const text of [given].flat()) {
      // If an unquoted value contains a space, the text after the space would be parsed as another condition.
      if (!isPlain && /\s/.test(text.trim())) {
        problems.push({
          parameter,
          message: `"${parameter}" takes a value without spaces.`,
          position: 0,
          length: text.length,
          expected: []
        })
        continue
      }
      const prefix = `${field.text}:`
      const read = text === "*" ? "*" : valueOf(text, isPlain)
      const parsed = parseQuery(`${prefix}${read}`, fields)
      problems.push(
        ...parsed.problems.map((problem) => ({
          ...problem,
          parameter,
          // The parser reads a rewritten form of the value, so its positions do not refer to the value in the URL.
          position: 0,
          length: text.length
        }))
      )
      nodes.push(parsed.query.where)
    }
  }
  return { where: nodes.length === 0 ? everything : canonical(group("and", nodes)), problems }
}

const paramOf = (condition: Condition, fields: FieldTable): readonly [string, string] | undefined => {
  const field = fields.find(condition.field)
  const isSingleList = condition.operator === "in" && [condition.value].flat().length === 1
  // `near` takes two arguments, which a parameter cannot express, because a comma in a parameter separates two values.
  if (field === undefined || condition.operator === "near" || isSingleList) return undefined
  if (condition.operator === "is_not_null") return [field.text, "*"]
  if (condition.operator === "is_true" || condition.operator === "is_false")
    return [field.text, String(condition.operator === "is_true")]
  const isPlain = ["ref", "text", "collection"].includes(field.type.name)
  const values = [condition.value].flat()
  if (isPlain) {
    const isSimple = ["equals", "in", "contains", "in_collection"].includes(condition.operator)
    const isList = condition.operator === "in"
    if (!isSimple || condition.depth !== undefined) return undefined
    if (isList && field.type.name !== "ref") return undefined
    if (condition.operator === "equals" && field.type.name === "text") return undefined
    if (values.some((value) => /,|^\s|\s$|^\*$/.test(String(value)) || value === "")) return undefined
    return [field.text, values.join(",")]
  }
  const written = printNode(condition, fields)
  const prefix = `${field.text}:`
  if (!written.startsWith(prefix)) return undefined
  return [
    field.text,
    written
      .slice(prefix.length)
      .replace(/^\((.*)\)$/, "$1")
      .replaceAll(", ", ",")
  ]
}

/** Returns flat query parameters that mean the same as the tree, or undefined if no parameters can express the tree. */
export const toParams = (node: Node, fields: FieldTable): Params | undefined => {
  const tree = canonical(node)
  const children = tree.type === "group" && tree.operator === "and" ? tree.children : [tree]
  const params: Record<string, ReadonlyArray<string>> = {}
  for (const child of children) {
    const param = child.type === "condition" ? paramOf(child, fields) : undefined
    if (param === undefined) return undefined
    const [name, value] = param
    params[name] = [...(params[name] ?? []), value]
  }
  return Object.fromEntries(
    Object.entries(params).map(([name, values]) => [name, values.length === 1 ? values[0] : values])
  )
}
