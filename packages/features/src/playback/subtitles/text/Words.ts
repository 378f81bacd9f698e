/** Scripts written without spaces: each character is a separate word, and a phrase matches adjacent ones. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`
const wordAt = new RegExp(
  String.raw`[${unspaced}]\p{M}*|(?:(?![${unspaced}])[\p{L}\p{N}\p{M}])+(?:['’](?:(?![${unspaced}])[\p{L}\p{N}\p{M}])+)*`,
  "gu"
)
const isUnspaced = new RegExp(`^[${unspaced}]`, "u")
const LONGEST = 40

/** A word and its position, in UTF-16 units. */
export interface Word {
  readonly word: string
  readonly start: number
  readonly end: number
}

const lettersOf = (word: string, most: number): string =>
  word.length <= most ? word : [...word].slice(0, most).join("")

/** Ignores case, accents of Latin, Greek and Cyrillic letters, and apostrophes: "Don’t" is "dont", "Café" is "cafe". */
const fold = (text: string): string =>
  lettersOf(
    text
      .normalize("NFKD")
      .replace(/[\u0300-\u036f'’\\]/g, "")
      .toLowerCase()
      .normalize("NFC"),
    LONGEST
  )

/** The words of a text in any language. */
export const wordsIn = (text: string): ReadonlyArray<Word> =>
  Array.from(text.matchAll(wordAt), (match) => ({
    word: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length
  })).filter(({ word }) => word !== "")

const quoted = (word: string): string => `'${word.replace(/['\\]/g, "$&$&")}'`

/** For a longer phrase only the first words are looked up, because this many in a row rarely occur twice. */
export const MOST_WORDS = 9
/** Number of following words in a cue's vector: a phrase that begins in it is found even if it ends in the next. */
const FOLLOWING = MOST_WORDS - 1
/** Speech that starts later than this after the end of a cue does not continue it. */
const PAUSE_MS = 10_000

interface Timed {
  readonly startMs: number
  readonly endMs: number
  readonly text: string
}

/**
 * For each cue of a track a `tsvector` of PostgreSQL, whose own parser does not handle languages without spaces: the
 * words of the cue with weight A, then the next `FOLLOWING` words of the track without a weight.
 */
export const toVectors = (cues: ReadonlyArray<Timed>): ReadonlyArray<string> => {
  const words = cues.map(({ text }) => wordsIn(text))
  return words.map((own, n) => {
    const positions = own.map(({ word }, at) => `${quoted(word)}:${at + 1}A`)
    let at = own.length
    for (let next = n + 1; next < cues.length && at < own.length + FOLLOWING; next += 1) {
      if (cues[next]!.startMs > cues[next - 1]!.endMs + PAUSE_MS) break
      for (const { word } of words[next]!.slice(0, own.length + FOLLOWING - at))
        positions.push(`${quoted(word)}:${(at += 1)}`)
    }
    return positions.join(" ")
  })
}

/** A phrase that is looked for: words in a row, the last one as it begins. */
export interface Phrase {
  readonly words: ReadonlyArray<string>
  readonly isLastPrefix: boolean
}

/** With one or two letters, too many words begin to count as an unfinished word. */
const SHORTEST_PREFIX = 3

/** Undefined if it contains no word. */
export const phraseOf = (q: string): Phrase | undefined => {
  const all = wordsIn(q).map(({ word }) => word)
  const words = all.slice(0, MOST_WORDS)
  const last = words.at(-1)
  if (last === undefined) return undefined
  const isLong = last.length >= SHORTEST_PREFIX || words.length > 1
  const isOpen = isLong && all.length === words.length && !isUnspaced.test(last) && !/["”»\s]$/.test(q)
  return { words, isLastPrefix: isOpen }
}

/** Number of letters of a phrase's last word to look up; for fewer, one. */
const LOOKED_UP = 3
/** The condition for a cue in which a phrase begins. */
export interface PhraseQuery {
  /** A `tsquery` of PostgreSQL for vectors of `toVectors`. */
  readonly words: string
  /** How the phrase begins, as `phrase_numbers` of the database knows it; undefined for a single word. */
  readonly beginning: string | undefined
}

/** The first word and the known part of the second, or the first two and three letters of the third. */
const beginningOf = ({
  isLastPrefix,
  words: [first, second, third, ...more]
}: Phrase): string | undefined => {
  if (first === undefined || second === undefined) return undefined
  const isShort = (word: string) => isLastPrefix && [...word].length < LOOKED_UP
  if (third === undefined) return `${first} ${lettersOf(second, isShort(second) ? 1 : LOOKED_UP)}`
  return more.length === 0 && isShort(third)
    ? `${first} ${lettersOf(second, LOOKED_UP)}`
    : `${first} ${second} ${lettersOf(third, LOOKED_UP)}`
}

/** Only if the first word is the cue's own: each match belongs to one cue. */
export const toQuery = (phrase: Phrase): PhraseQuery => {
  const parts = phrase.words.map((word, n) => {
    const flags = `${phrase.isLastPrefix && n === phrase.words.length - 1 ? "*" : ""}${n === 0 ? "A" : ""}`
    return flags === "" ? quoted(word) : `${quoted(word)}:${flags}`
  })
  return { words: parts.join(" <-> "), beginning: beginningOf(phrase) }
}

/** Positions of the phrase in a text, in UTF-16 units. */
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
