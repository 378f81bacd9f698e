import { plainText } from "@media/kernel/PlainText"

/** A line of lyrics. */
export interface LyricLine {
  /** The start in seconds. Null if the lyrics have no times. */
  readonly start: number | null
  /** Empty for instrumental passages. */
  readonly text: string
}
export interface Lyrics {
  /** True if every line has a start. The starts are then in ascending order. */
  readonly isTimed: boolean
  readonly lines: ReadonlyArray<LyricLine>
}

/**
 * The maximum number of lines. The longest songs have a few hundred lines, and audiobooks with the text of every
 * sentence have a few thousand.
 */
const MOST_LINES = 5_000
const LONGEST_LINE = 1_000
/** The latest time that is accepted, in seconds. No recording is longer than this. */
const LATEST = 1_000_000

/** Matches times such as `01:02`, `1:02.5`, `01:02.345` and `01:02:34`. Minutes may be above 59. */
const TIME = String.raw`(\d{1,5}):(\d{1,2})(?:[.:](\d{1,3}))?`
const timeTag = new RegExp(String.raw`^\s*\[\s*${TIME}\s*\]`)
/** Matches the times of single words in enhanced LRC. */
const wordTag = new RegExp(String.raw`<\s*${TIME}\s*>`, "g")
/** Matches tags such as `[ar:Artist]` and `[offset:+500]`. */
const idTag = /^\s*\[\s*([a-z#][a-z0-9_-]{0,20})\s*:(.*)\]\s*$/i

const secondsOf = (minutes: string, seconds: string, part = ""): number =>
  Number(minutes) * 60 + Number(seconds) + (part === "" ? 0 : Number(part) / 10 ** part.length)

const cleaned = (text: string): string => plainText(text).trim().slice(0, LONGEST_LINE).toWellFormed()

/** Parses the value of `[offset:]` in milliseconds. A positive offset makes all lines appear earlier. */
const offsetOf = (text: string): number => {
  const match = /^\s*([+-]?\d{1,7})\s*$/.exec(text)
  return match === null ? 0 : Number(match[1])
}

/** Splits a line into the times at its beginning and the text. */
const split = (line: string): readonly [starts: ReadonlyArray<number>, text: string] => {
  const starts: Array<number> = []
  let rest = line
  for (let match = timeTag.exec(rest); match !== null; match = timeTag.exec(rest)) {
    starts.push(secondsOf(match[1]!, match[2]!, match[3]))
    rest = rest.slice(match[0].length)
  }
  return [starts, rest]
}

/**
 * Parses LRC lyrics. A line may have several time stamps. `[offset:]` shifts all time stamps, and a positive offset
 * makes all lines appear earlier. Lyrics without time stamps keep all of their lines, including blank lines between
 * verses. In lyrics with time stamps, lines without one describe the song and are dropped. Accepts any text and never
 * fails.
 */
export const readLrc = (text: string): Lyrics => {
  const timed: Array<{ readonly start: number; readonly text: string }> = []
  const plain: Array<string> = []
  let offset = 0
  for (const line of text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/, MOST_LINES)) {
    const [starts, rest] = split(line)
    const words = cleaned(rest.replace(wordTag, ""))
    for (const start of starts)
      if (start <= LATEST && timed.length < MOST_LINES) timed.push({ start, text: words })
    if (starts.length > 0) continue
    const tag = idTag.exec(line)
    if (tag === null) plain.push(words)
    else if (tag[1]!.toLowerCase() === "offset") offset = offsetOf(tag[2]!)
  }
  if (timed.length > 0)
    return {
      isTimed: true,
      lines: timed
        .map(({ start, text: words }) => ({ start: Math.max(0, round(start - offset / 1_000)), text: words }))
        .toSorted((a, b) => a.start - b.start)
    }
  return { isTimed: false, lines: trimmed(plain).map((words) => ({ start: null, text: words })) }
}

const round = (seconds: number): number => Math.round(seconds * 1_000) / 1_000

/** Removes blank lines at both ends. */
const trimmed = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const first = lines.findIndex((line) => line !== "")
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== "") + 1)
}
