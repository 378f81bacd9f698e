/**
 * Scripts that do not separate words with spaces. Each of their characters counts as a word, so that a phrase matches
 * adjacent characters.
 */
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

/**
 * Removes differences in case, accents of Latin, Greek and Cyrillic letters, and apostrophes: "Don’t" becomes "dont",
 * "Café" becomes "cafe".
 */
const fold = (text: string): string =>
  lettersOf(
    text
      .normalize("NFKD")
      .replace(/[\u0300-\u036f'’\\]/g, "")
      .toLowerCase()
      .normalize("NFC"),
    LONGEST
  )

/** Returns the words in text of any language. */
export const wordsIn = (text: string): ReadonlyArray<Word> =>
  Array.from(text.matchAll(wordAt), (match) => ({
    word: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length
  })).filter(({ word }) => word !== "")

const quoted = (word: string): string => `'${word.replace(/['\\]/g, "$&$&")}'`

/**
 * The maximum number of words of a phrase that are looked up. More words would rarely exclude any result, because the
 * same nine consecutive words rarely occur twice.
 */
export const MOST_WORDS = 9
/**
 * The number of words after a cue that are added to its vector, so that a phrase is found even if it starts in one cue
 * and ends in a later one.
 */
const FOLLOWING = MOST_WORDS - 1
/** The maximum pause in milliseconds between two cues of one sentence. */
const PAUSE_MS = 10_000

interface Timed {
  readonly startMs: number
  readonly endMs: number
  readonly text: string
}

/**
 * Returns a `tsvector` for each cue of a track. PostgreSQL's own parser is not used, because it does not handle
 * languages without spaces. The vector contains the words of the cue with weight A. The next `FOLLOWING` words of the
 * track follow without a weight.
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

/** A phrase to search for: consecutive words. The last word may be incomplete. */
export interface Phrase {
  readonly words: ReadonlyArray<string>
  readonly isLastPrefix: boolean
}

/**
 * The minimum length at which a single word may be incomplete. Too many words begin with the same one or two letters.
 */
const SHORTEST_PREFIX = 3

/** Parses a phrase. Returns undefined if the text contains no words. */
export const phraseOf = (q: string): Phrase | undefined => {
  const all = wordsIn(q).map(({ word }) => word)
  const words = all.slice(0, MOST_WORDS)
  const last = words.at(-1)
  if (last === undefined) return undefined
  const isLong = last.length >= SHORTEST_PREFIX || words.length > 1
  const isOpen = isLong && all.length === words.length && !isUnspaced.test(last) && !/["”»\s]$/.test(q)
  return { words, isLastPrefix: isOpen }
}

/**
 * The number of letters of the phrase's last word that `beginning` contains. If that word is incomplete and shorter
 * than this, `beginning` contains only its first letter.
 */
const LOOKED_UP = 3
/** The SQL values with which a phrase is looked up in the cues. */
export interface PhraseQuery {
  /** A `tsquery` for the vectors that `toVectors` returns. */
  readonly words: string
  /**
   * The beginning of the phrase, in the form that `phrase_numbers` in the database uses. Undefined for a single word.
   */
  readonly beginning: string | undefined
}

/**
 * Returns the beginning of a phrase:
 * - either the first word and up to three letters of the second word
 * - or the first two words and up to three letters of the third word
 *
 * Undefined for a single word.
 */
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

/**
 * Converts a phrase to a query. The first word of the phrase must be one of the cue's own words (weight A). Otherwise,
 * the previous cues would match too, because their vectors also contain these words.
 */
export const toQuery = (phrase: Phrase): PhraseQuery => {
  const parts = phrase.words.map((word, n) => {
    const flags = `${phrase.isLastPrefix && n === phrase.words.length - 1 ? "*" : ""}${n === 0 ? "A" : ""}`
    return flags === "" ? quoted(word) : `${quoted(word)}:${flags}`
  })
  return { words: parts.join(" <-> "), beginning: beginningOf(phrase) }
}

/** Returns the positions of the phrase in `text`, in UTF-16 units. */
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
