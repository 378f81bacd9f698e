/** Scripts written without spaces: each letter is a word of its own, and a phrase finds what is beside each other. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`
const wordAt = new RegExp(
  String.raw`[${unspaced}]\p{M}*|(?:(?![${unspaced}])[\p{L}\p{N}\p{M}])+(?:['’](?:(?![${unspaced}])[\p{L}\p{N}\p{M}])+)*`,
  "gu"
)
const isUnspaced = new RegExp(`^[${unspaced}]`, "u")
const LONGEST = 40

/** A word and where it stands, in UTF-16 units. */
export interface Word {
  readonly word: string
  readonly start: number
  readonly end: number
}

/** Without case, accents of Latin, Greek and Cyrillic letters, and apostrophes: "Don’t" is "dont", "Café" is "cafe". */
const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’\\]/g, "")
    .toLowerCase()
    .normalize("NFC")
    .slice(0, LONGEST)

/** The words of a text in any language. */
export const wordsIn = (text: string): ReadonlyArray<Word> =>
  Array.from(text.matchAll(wordAt), (match) => ({
    word: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length
  })).filter(({ word }) => word !== "")

const quoted = (word: string): string => `'${word.replace(/['\\]/g, "$&$&")}'`

/** As PostgreSQL's `tsvector`. Its own parser knows no language well that is written without spaces. */
export const toVector = (text: string): string =>
  wordsIn(text)
    .map(({ word }, n) => `${quoted(word)}:${n + 1}`)
    .join(" ")

/** A phrase that is looked for: words in a row, the last one as it begins. */
export interface Phrase {
  readonly words: ReadonlyArray<string>
  readonly isLastPrefix: boolean
}

const MOST_WORDS = 16
/** One or two letters begin too much to be looked up. */
const SHORTEST_PREFIX = 3

/** Undefined when nothing of it is a word. */
export const phraseOf = (q: string): Phrase | undefined => {
  const words = wordsIn(q)
    .map(({ word }) => word)
    .slice(0, MOST_WORDS)
  const last = words.at(-1)
  if (last === undefined) return undefined
  const isOpen = last.length >= SHORTEST_PREFIX && !isUnspaced.test(last) && !/["”»\s]$/.test(q)
  return { words, isLastPrefix: isOpen }
}

/** As PostgreSQL's `tsquery`. */
export const toQuery = ({ isLastPrefix, words }: Phrase): string =>
  words.map((word, n) => `${quoted(word)}${isLastPrefix && n === words.length - 1 ? ":*" : ""}`).join(" <-> ")

/** Where the phrase stands in a text, in UTF-16 units. */
export const phraseIn = (
  text: string,
  { isLastPrefix, words }: Phrase
): ReadonlyArray<{ readonly start: number; readonly end: number }> => {
  const found = wordsIn(text)
  const isMatch = (at: number) =>
    words.every((word, n) => {
      const here = found[at + n]?.word
      return (
        here !== undefined && (isLastPrefix && n === words.length - 1 ? here.startsWith(word) : here === word)
      )
    })
  const hits: Array<{ start: number; end: number }> = []
  for (let at = 0; at + words.length <= found.length; at += 1) {
    if (!isMatch(at)) continue
    hits.push({ start: found[at]!.start, end: found[at + words.length - 1]!.end })
    at += words.length - 1
  }
  return hits
}
