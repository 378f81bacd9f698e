import { BookFormat } from "@media/books/BookFacts"
import { Invalid } from "@media/kernel/Errors"
import type { FieldTable } from "@media/query/Field"
import { fromParams, type Params } from "@media/query/params"
import type { Node } from "@media/query/Tree"
import * as Either from "effect/Either"
import { AnyItemFilter, ItemStatus } from "./contract.ts"
import type { ReadByFields } from "./listFilter.ts"
import { resolutions } from "./resolution.ts"

const ownNames = new Set(Object.keys(AnyItemFilter.fields))
/**
 * The values for which a list has a fast condition, keyed by parameter. Other values of these parameters are compiled
 * like a query.
 */
const named: Readonly<Record<string, ReadonlyArray<string>>> = {
  status: ItemStatus.literals,
  resolution: resolutions,
  format: BookFormat.literals
}
const isOwn = (name: string, value: unknown): boolean =>
  ownNames.has(name) && (typeof value !== "string" || named[name]?.includes(value) !== false)

/**
 * Converts a parameter value to text. Repeated parameters arrive as arrays, and the contract has already decoded some
 * numbers. Values of other types are ignored.
 */
const textOf = (value: unknown): string | ReadonlyArray<string> | undefined => {
  if (typeof value === "number") return String(value)
  return typeof value === "string" ||
    (Array.isArray(value) && value.every((each) => typeof each === "string"))
    ? (value as string | ReadonlyArray<string>)
    : undefined
}

/**
 * Returns the list's own parameter that means the same as a field parameter, such as `isWatched=false` for
 * `unwatched=true`. The list's own parameter is faster than a condition.
 */
const ownParameter = (
  fields: FieldTable,
  name: string,
  value: unknown
): readonly [name: string, value: boolean] | undefined => {
  const { field, operator } = fields.param(name) ?? {}
  return field !== undefined &&
    operator === "is_false" &&
    ownNames.has(field.name) &&
    (value === "true" || value === "false")
    ? [field.name, value === "false"]
    : undefined
}

/**
 * Converts the parameters of a filter that are named after declared fields to conditions. All other parameters are
 * returned unchanged in `rest`.
 */
export const readFieldParams = <Filter extends object>(
  filter: Filter,
  fields: FieldTable
): Either.Either<
  { readonly rest: Omit<Filter, ReadByFields>; readonly conditions: ReadonlyArray<Node> },
  Invalid
> => {
  const rest: Record<string, unknown> = {}
  const params: Record<string, Params[string]> = {}
  for (const [name, value] of Object.entries(filter)) {
    if (value === undefined) continue
    const own = ownParameter(fields, name, value)
    if (own !== undefined && (filter as Record<string, unknown>)[own[0]] === undefined) rest[own[0]] = own[1]
    else if (fields.param(name) !== undefined) params[name] = textOf(value)
    else if (fields.find(name) === undefined || isOwn(name, value)) rest[name] = value
    else params[name] = textOf(value)
  }
  const { problems, where } = fromParams(params, fields)
  const [first] = problems
  if (first !== undefined) {
    const wrong = problems.map(({ message, parameter }) => ({
      path: parameter,
      // The form shows the message next to the field, so the message does not need the field name.
      message: message.replace(/^"[^"]*"/, "This")
    }))
    return Either.left(new Invalid({ reason: `${first.parameter}: ${first.message}`, fields: wrong }))
  }
  const isAsked = Object.values(params).some((value) => value !== undefined)
  return Either.right({
    rest: rest as Omit<Filter, ReadByFields>,
    conditions: isAsked ? [where] : []
  })
}
