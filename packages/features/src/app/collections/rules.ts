import { Invalid } from "@media/kernel/Errors"
import { decodeTree } from "@media/query/Condition"
import { canonical } from "@media/query/canonical"
import { hasErrors, parseQuery } from "@media/query/text/parse"
import { printQuery } from "@media/query/text/print"
import type { Limit, Node, Query, Sort } from "@media/query/Tree"
import * as Either from "effect/Either"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import { isSortKey } from "../../catalog/items/sortKeys.ts"

export interface RuleInput {
  readonly rules?: unknown
  readonly text?: string | undefined
  readonly sort?: ReadonlyArray<Sort> | undefined
  readonly limit?: Limit | null | undefined
}

/** A parsed rule. A field is undefined if the input does not contain it. */
export interface Rule {
  readonly rules?: Node | null
  readonly sort?: ReadonlyArray<Sort>
  readonly limit?: Limit | null
}

const invalid = (path: string, message: string) =>
  new Invalid({ reason: `${path}: ${message}`, fields: [{ path, message }] })

const ofText = (text: string): Either.Either<Rule, Invalid> => {
  const parsed = parseQuery(text, itemFieldTable())
  if (hasErrors(parsed)) {
    const details = parsed.problems.filter(({ isHint }) => isHint !== true)
    return Either.left(new Invalid({ reason: details[0]!.message, details }))
  }
  const { limit = null, sort, where } = parsed.query
  return Either.right({ rules: where, sort, limit })
}

const ofTree = (json: unknown): Either.Either<Rule, Invalid> => {
  if (json === null) return Either.right({ rules: null })
  return decodeTree(json, itemFieldTable()).pipe(
    Either.map((rules) => ({ rules })),
    Either.mapLeft((problems) => {
      const fields = problems.map(({ message, path, suggestion }) => ({
        path: path === "" ? "rules" : `rules.${path}`,
        message: suggestion === undefined ? message : `${message}; did you mean "${suggestion}"?`
      }))
      return new Invalid({ reason: `${fields[0]!.path}: ${fields[0]!.message}`, fields })
    })
  )
}

/** Parses the rule in a request body, which is a query string or a tree. */
export const readRule = ({ limit, rules, sort, text }: RuleInput): Either.Either<Rule, Invalid> => {
  if (text !== undefined && rules !== undefined)
    return Either.left(invalid("text", "cannot be combined with rules"))
  const unknown = sort?.find(({ field }) => !isSortKey(field))
  if (unknown !== undefined)
    return Either.left(invalid("sort", `"${unknown.field}" is not a sort order for items`))
  const read = text !== undefined ? ofText(text) : rules !== undefined ? ofTree(rules) : Either.right({})
  return Either.map(read, (rule) => ({
    ...rule,
    ...(sort === undefined ? {} : { sort }),
    ...(limit === undefined ? {} : { limit })
  }))
}

export const textOf = (rules: Node, sort: ReadonlyArray<Sort>, limit: Limit | null): string => {
  const query: Query = { where: canonical(rules), sort, ...(limit === null ? {} : { limit }) }
  return printQuery(query, itemFieldTable())
}
