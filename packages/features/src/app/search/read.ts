import { type FieldTable, WORDS } from "@media/query/Field"
import type { Problem } from "@media/query/text/Problem"
import { hasErrors, parseQuery } from "@media/query/text/parse"
import { isBareWord } from "@media/query/text/quote"
import { group, type Node } from "@media/query/Tree"

export interface SearchQuery {
  /** Words that tolerate typing mistakes. All words must match. */
  readonly words: ReadonlyArray<string>
  /** Quoted words and phrases, which must match exactly. */
  readonly phrases: ReadonlyArray<string>
  /** All other conditions, or undefined if the text contains no conditions. */
  readonly where: Node | undefined
  readonly problems: ReadonlyArray<Problem>
  readonly hasErrors: boolean
}

const lettersAndDigits = /[\p{L}\p{M}\p{N}]+/gu

/** Splits the search text at punctuation, so that "Alien: Romulus" also finds "Alien - Romulus". */
const wordsIn = (text: string): ReadonlyArray<string> => text.match(lettersAndDigits) ?? [text]

const hint = (text: string, name: "sort:" | "limit:"): Problem => ({
  message: `"${name}" has no effect here, because the best matches always come first.`,
  position: Math.max(0, text.toLowerCase().indexOf(name)),
  length: name.length,
  expected: [],
  isHint: true
})

/**
 * Parses the text in the search box. If the name before a colon is unknown, the text counts as a word, and a hint is
 * added.
 */
export const readSearch = (text: string, fields: FieldTable): SearchQuery => {
  const parsed = parseQuery(text, fields, { mode: "search" })
  const { limit, sort, where } = parsed.query
  const all = where.type === "group" && where.operator === "and" ? where.children : [where]
  const words: Array<string> = []
  const phrases: Array<string> = []
  const rest: Array<Node> = []
  for (const node of all) {
    if (node.type !== "condition" || node.field !== WORDS) rest.push(node)
    else {
      const value = String(node.value)
      const isQuoted = node.operator === "equals" && (/\s/u.test(value) || isBareWord(value))
      if (isQuoted) phrases.push(value)
      else words.push(...wordsIn(value))
    }
  }
  return {
    words,
    phrases,
    where: rest.length === 0 ? undefined : rest.length === 1 ? rest[0] : group("and", rest),
    problems: [
      ...parsed.problems,
      ...(sort.length > 0 ? [hint(text, "sort:")] : []),
      ...(limit === undefined ? [] : [hint(text, "limit:")])
    ],
    hasErrors: hasErrors(parsed)
  }
}
