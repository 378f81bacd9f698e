import { Invalid } from "@media/kernel/Errors"
import { type FieldTable, WORDS } from "@media/query/Field"
import { hasErrors, parseQuery } from "@media/query/text/parse"
import { group, type Node, type Sort } from "@media/query/Tree"
import * as Either from "effect/Either"

export interface ListQuery {
  /** Words that must all match, for the search of words. */
  readonly words: string
  /** All other conditions; undefined if there are none. */
  readonly where: Node | undefined
  readonly sort: ReadonlyArray<Sort>
}

const isWord = (node: Node): boolean =>
  node.type === "condition" && node.field === WORDS && !/\s/u.test(String(node.value))

const refused = (message: string, position: number, length: number, expected: ReadonlyArray<string> = []) =>
  Either.left(new Invalid({ reason: message, details: [{ message, position, length, expected }] }))

/** The conditions in a list's `q`, or every problem with it. */
export const readQuery = (text: string, fields: FieldTable): Either.Either<ListQuery, Invalid> => {
  const parsed = parseQuery(text, fields, { mode: "list" })
  if (hasErrors(parsed)) {
    const details = parsed.problems.filter(({ isHint }) => isHint !== true)
    return Either.left(new Invalid({ reason: details[0]!.message, details }))
  }
  const { limit, sort, where } = parsed.query
  if (limit !== undefined) {
    const at = text.toLowerCase().indexOf("limit:")
    return refused('A list has pages; "limit:" is for collections.', at, "limit:".length)
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
