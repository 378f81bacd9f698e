/** Scripts without spaces: each character is a separate word, and a phrase matches adjacent ones. */
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
 * Folds case, accents of Latin, Greek and Cyrillic letters, and apostrophes: "Don’t" becomes "dont", "Café" becomes
 * "cafe".
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

/** The words of a text in any language. */
export const wordsIn = (text: string): ReadonlyArray<Word> =>
  Array.from(text.matchAll(wordAt), (match) => ({
    word: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length
  })).filter(({ word }) => word !== "")

const quoted = (word: string): string => `'${word.replace(/['\\]/g, "$&$&")}'`

/** Number of words of a phrase that are looked up, because this many consecutive words rarely occur twice. */
export const MOST_WORDS = 9
/**
 * Number of following words in a cue's vector, so that a phrase that begins in the cue is found even if it ends in the
 * next one.
 */
const FOLLOWING = MOST_WORDS - 1
/** A cue that starts more than this many milliseconds after the previous one ended does not continue its speech. */
const PAUSE_MS = 10_000

interface Timed {
  readonly startMs: number
  readonly endMs: number
  readonly text: string
}

/**
 * For each cue of a track, a `tsvector` of PostgreSQL, whose own parser does not handle languages without spaces. It
 * contains the words of the cue with weight A, and then the next `FOLLOWING` words of the track without a weight.
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

/** A search phrase: consecutive words, of which the last may be incomplete. */
export interface Phrase {
  readonly words: ReadonlyArray<string>
  readonly isLastPrefix: boolean
}

/** Minimum length of an incomplete word, because too many words begin with the same one or two letters. */
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

/** Number of letters that are looked up of a phrase's last word; one letter if it is shorter. */
const LOOKED_UP = 3
/** The condition for a cue in which a phrase begins. */
export interface PhraseQuery {
  /** A `tsquery` of PostgreSQL for vectors of `toVectors`. */
  readonly words: string
  /** The beginning of the phrase in the form of `phrase_numbers` in the database; undefined for a single word. */
  readonly beginning: string | undefined
}

/** The first word and the known part of the second, or the first two words and three letters of the third. */
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
