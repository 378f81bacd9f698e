import { foldName } from "@media/kernel/FoldedName"

/** Minimum length of a name in characters. Shorter names occur too often by chance. */
export const shortestName = 3

/** Splits a string into case-folded words at spaces and punctuation, which file names use instead of spaces. */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  foldName(text.replace(/[^\p{L}\p{N}\p{M}'’]+/gu, " "))
    .split(" ")
    .filter((word) => word !== "")

interface Named<Id> {
  readonly id: Id
  readonly name: string
}

interface Found<Id> {
  readonly id: Id
  /** The case-folded name that was found. */
  readonly words: string
}

/** An index of names: ids keyed by the words of their names, and the number of words in the longest name. */
export interface NameIndex<Id> {
  readonly byWords: ReadonlyMap<string, ReadonlyArray<Id>>
  readonly longest: number
}

export const indexOf = <Id>(names: ReadonlyArray<Named<Id>>): NameIndex<Id> => {
  const byWords = new Map<string, Array<Id>>()
  let longest = 0
  for (const { id, name } of names) {
    const words = wordsOf(name)
    const key = words.join(" ")
    if ([...key].length < shortestName) continue
    longest = Math.max(longest, words.length)
    const known = byWords.get(key)
    if (known === undefined) byWords.set(key, [id])
    else if (!known.includes(id)) known.push(id)
  }
  return { byWords, longest }
}

/**
 * Returns the names that occur in a string as whole words. The longest match wins: in "Ann Lee Smith", "Ann Lee" does
 * not match if "Ann Lee Smith" is also a name.
 */
export const namesIn = <Id>(text: string, { byWords, longest }: NameIndex<Id>): ReadonlyArray<Found<Id>> => {
  const words = wordsOf(text)
  const found: Array<Found<Id>> = []
  for (let at = 0; at < words.length; at += 1) {
    for (let count = Math.min(longest, words.length - at); count > 0; count -= 1) {
      const key = words.slice(at, at + count).join(" ")
      const ids = byWords.get(key)
      if (ids === undefined) continue
      found.push(...ids.map((id) => ({ id, words: key })))
      at += count - 1
      break
    }
  }
  return found
}
