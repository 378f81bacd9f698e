import * as SqlClient from "@effect/sql/SqlClient"
import { closest } from "@media/query/text/suggest"
import * as Effect from "effect/Effect"

/** Minimum number of letters of a word that tolerates mistakes. Shorter words resemble too many other words. */
const fewestLetters = 4

/** Returns true if a word may match a different spelling. Numbers must match exactly. */
export const isTolerant = (word: string): boolean =>
  word.length >= fewestLetters && /^\p{L}+$/u.test(word.normalize("NFC"))

/**
 * Sets the word similarity threshold of `pg_trgm` for this transaction. The operator `<%` matches values above this
 * threshold. Short words get a lower threshold, because one wrong letter changes half of their trigrams.
 */
export const allowSimilar = Effect.fn("search.allowSimilar")(function* (words: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const shortest = Math.min(...words.filter(isTolerant).map(({ length }) => length))
  const threshold = shortest < 6 ? 0.3 : shortest < 8 ? 0.4 : 0.5
  yield* sql`set local pg_trgm.word_similarity_threshold = ${sql.literal(String(threshold))}`
})

const wordsOf = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Returns the words as they are spelled in `texts`, or undefined if `texts` contains the words as typed. */
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
