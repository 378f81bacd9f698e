import * as SqlClient from "@effect/sql/SqlClient"
import { closest } from "@media/query/text/suggest"
import * as Effect from "effect/Effect"

/** Minimum length of a word that tolerates mistakes, because a shorter word is similar to too many others. */
const fewestLetters = 4

/** True if a word may match another spelling. Numbers must match exactly. */
export const isTolerant = (word: string): boolean =>
  word.length >= fewestLetters && /^\p{L}+$/u.test(word.normalize("NFC"))

/**
 * The share of a word's trigrams that a text must contain, for the operator `<%` in this transaction. One wrong
 * letter in a short word changes half of its trigrams.
 */
export const allowSimilar = Effect.fn("search.allowSimilar")(function* (words: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const shortest = Math.min(...words.filter(isTolerant).map(({ length }) => length))
  const threshold = shortest < 6 ? 0.3 : shortest < 8 ? 0.4 : 0.5
  yield* sql`set local pg_trgm.word_similarity_threshold = ${sql.literal(String(threshold))}`
})

const wordsOf = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** The words in the spelling of these texts; undefined if the texts contain the words unchanged. */
export const corrected = (
  words: ReadonlyArray<string>,
  texts: ReadonlyArray<string>
): ReadonlyArray<string> | undefined => {
  const known = texts.flatMap(wordsOf)
  const folded = new Set(known.map((word) => word.toLowerCase()))
  const isSpelled = (word: string) => [...folded].some((one) => one.includes(word.toLowerCase()))
  let hasChanged = false
  const all = words.map((word) => {
    if (!isTolerant(word) || isSpelled(word)) return word
    const better = closest(word, known)
    if (better === undefined) return word
    hasChanged = true
    return better
  })
  return hasChanged ? all : undefined
}
