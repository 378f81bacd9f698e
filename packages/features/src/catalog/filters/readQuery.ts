import { Invalid } from "@media/kernel/Errors"
import { type FieldTable, WORDS } from "@media/query/Field"
import { hasErrors, parseQuery } from "@media/query/text/parse"
import { group, type Node, type Sort } from "@media/query/Tree"
import * as Either from "effect/Either"

export interface ListQuery {
  /** The words to search for, separated by spaces. A row must match all of them. */
  readonly words: string
  /** The conditions on fields, or undefined if the query contains none. */
  readonly where: Node | undefined
  readonly sort: ReadonlyArray<Sort>
}

const isWord = (node: Node): boolean =>
  node.type === "condition" && node.field === WORDS && !/\s/u.test(String(node.value))

const refused = (message: string, position: number, length: number, expected: ReadonlyArray<string> = []) =>
  Either.left(new Invalid({ reason: message, details: [{ message, position, length, expected }] }))

/** Parses the `q` of a list. Fails with all problems found. */
export const readQuery = (text: string, fields: FieldTable): Either.Either<ListQuery, Invalid> => {
  const parsed = parseQuery(text, fields, { mode: "list" })
  if (hasErrors(parsed)) {
    const details = parsed.problems.filter(({ isHint }) => isHint !== true)
    return Either.left(new Invalid({ reason: details[0]!.message, details }))
  }
  const { limit, sort, where } = parsed.query
  if (limit !== undefined) {
    const at = text.toLowerCase().indexOf("limit:")
    return refused('"limit:" works only in collections. Lists have pages instead.', at, "limit:".length)
  }
  const all = where.type === "group" && where.operator === "and" ? where.children : [where]
  const words = all.filter(isWord).map((node) => (node.type === "condition" ? String(node.value) : ""))
  const rest = all.filter((node) => !isWord(node))
  return Either.right({
    words: words.join(" "),
    where: rest.length === 0 ? undefined : rest.length === 1 ? rest[0] : group("and", rest),
    sort
  })
}
