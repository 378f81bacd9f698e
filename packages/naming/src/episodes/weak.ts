import { afterTitle } from "../path.ts"
import { releaseStart } from "../release/readRelease.ts"
import { endWithoutSeparators, startWithoutSeparators } from "../trim.ts"
import { coreOf } from "./core.ts"
import { datedShort } from "./dates.ts"
import { episodeWord } from "./episodeWord.ts"
import { type Found, found, rangeEnd } from "./Found.ts"

// Rules W1 to W4: numbers that are valid only inside a series.

export interface WeakContext {
  /** The titles of the series. Numbers in these titles are skipped. */
  readonly titles: ReadonlyArray<string>
  /** The number of the season folder. Null without a season folder. */
  readonly season: number | null
  /** True if the numbers of the files in this folder are a season and a two-digit episode: 101, 102. */
  readonly isHundreds: boolean
}

const leading = /(\d{1,4})(?:v\d)?(?:-(\d{1,4}))?(?=$|[\s._\-[(,:])/y
/** Matches `[13] Title`, `(09) Title`, `#10 Title`. A number in brackets is not a release group. */
const bracketed = /^[[(#](\d{1,3})[\])]?(?=$|[\s._-])/
const seasonDashEpisode = /([1-9]\d?)-(\d{2})(?=$|[\s._])/y
const dash = /[\s_]-[\s_](\d{1,4})(?:-(\d{1,4}))?(?=$|[\s._\-[(])/
const partWord =
  /(?<![\p{L}\d])(?:part|pt|teil|partie|parte|chapter|kapitel)[\s._]{0,2}(\d{1,3}|[ivx]{1,4}|one|two|three|four|five|six|seven|eight|nine|ten)(?![\p{L}\d])/iu
/** Matches the number of a special, which is valid only in the folder of season 0. */
const specialWord = /(?<![\p{L}\d])(?:sp|ova|oad|ona|special)[\s._-]{0,3}(\d{1,3})(?![\d\p{L}])/iu
/** Matches ` - OVA - Title` or `SP2` after the title, outside the folder of specials. */
const specialBehind = /^[\s._-]{0,3}(?:sp|ova|oad|special)[\s._-]{0,2}(\d{1,2})?(?=$|[\s._\-[(])/i
/** Matches `Name 1.06` in the folder of season 1. */
const pointed = /^[\s_-]{0,3}(\d{1,2})\.(\d{2})(?=$|[\s_-])/
const trailing = /(?<=[\s._-])(\d{1,4})(?:v\d)?$/

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 }
const numberWords = "one two three four five six seven eight nine ten".split(" ")
const romanOrNumber = (text: string): number => {
  const word = numberWords.indexOf(text.toLowerCase())
  if (word >= 0) return word + 1
  if (/^\d/.test(text)) return Number(text)
  const values = [...text.toLowerCase()].map((sign) => romanDigits[sign]!)
  return values.reduce((sum, value, n) => (value < (values[n + 1] ?? 0) ? sum - value : sum + value), 0)
}

const isHundred = (number: number, { isHundreds, season }: WeakContext): boolean =>
  number > 100 && number % 100 > 0 && (season === null ? isHundreds : Math.floor(number / 100) === season)

/** Reads a number such as 201 as season 2, episode 1 (rule W1) if the folder allows it. Otherwise the whole number is the episode. */
const numbered = (
  rule: string,
  match: RegExpExecArray,
  shift: number,
  context: WeakContext,
  mayBeHundred: boolean
): Found => {
  const number = Number(match[1])
  const span = { start: shift + match.index, end: shift + match.index + match[0].length, needsSeries: true }
  if (mayBeHundred && match[2] === undefined && isHundred(number, context))
    return found({
      ...span,
      rule: "season-and-two-digits",
      season: Math.floor(number / 100),
      episode: number % 100
    })
  const episodeEnd = rangeEnd(number, match[2] === undefined ? null : Number(match[2]))
  // If the two numbers are not a range, as in "02-60 x", only the first number is used, as the episode.
  return found({ ...span, rule, episode: number, episodeEnd })
}

const isYearNumber = (text: string): boolean => text.length === 4 && /^(?:19|20)/.test(text)

/** True for "1-06", which is a season and an episode. In a season folder, "6-12" is a range of episodes. */
const isSeasonDash = ([, season, episode = ""]: RegExpExecArray, context: WeakContext): boolean =>
  context.season === null || (Number(season) === context.season && episode.startsWith("0"))

const behindTitle = (text: string, titles: ReadonlyArray<string>, from: number): number => {
  for (const title of titles) {
    const at = afterTitle(text, title, from)
    if (at !== null) return at
  }
  return from
}

/** Returns the offset after a year that distinguishes two series with the same title: `Show.2015.206`. */
const behindBareYear = (rest: string, at: number): number => {
  const [year = ""] = /^(?:19|20)\d\d[\s._](?=\d)/.exec(rest.slice(at, at + 6)) ?? []
  return at + year.length
}

const shiftedBy = (read: Found, by: number): Found => ({
  ...read,
  start: read.start + by,
  end: read.end + by,
  titleEnd: read.titleEnd + by
})

/**
 * Returns the length of a year in brackets after the title, because such a year belongs to the title. Returns 0 if
 * there is no year.
 */
const behindYear = (text: string, from: number): number =>
  /^[\s._]?[([]\d{4}[)\]]/.exec(text.slice(from, from + 8))?.[0].length ?? 0

export const weakOf = (text: string, context: WeakContext): Found | null => {
  const boxed = bracketed.exec(text)
  if (boxed !== null) return numbered("leading-number", boxed, 0, context, true)
  const { end, start } = coreOf(text)
  const core = text.slice(
    0,
    endWithoutSeparators(text, start, Math.min(end, start + releaseStart(text.slice(start))))
  )
  const titled = behindTitle(core, context.titles, start)
  const from = titled + (titled > start ? behindYear(core, titled) : 0)
  const rest = core.slice(from)
  const marked = episodeWord(rest)
  if (marked !== null) return shiftedBy(marked, from)
  const day = datedShort(rest)
  if (day !== null) return shiftedBy(day, from)
  const special = context.season === 0 ? specialWord.exec(rest) : null
  if (special !== null) return numbered("special-word", special, from, context, false)
  const behindTitled = titled > start ? specialBehind.exec(rest) : null
  if (behindTitled !== null)
    return found({
      rule: "special-word",
      start: from + behindTitled.index,
      end: from + behindTitled[0].length,
      season: 0,
      episode: behindTitled[1] === undefined ? null : Number(behindTitled[1]),
      needsSeries: true
    })
  const point = pointed.exec(rest)
  if (point !== null && Number(point[1]) === context.season)
    return found({
      rule: "season-dash-episode",
      start: from,
      end: from + point[0].length,
      season: Number(point[1]),
      episode: Number(point[2]),
      needsSeries: true
    })
  const first = behindBareYear(rest, startWithoutSeparators(rest, 0))
  seasonDashEpisode.lastIndex = first
  const pair = seasonDashEpisode.exec(rest)
  if (pair !== null && isSeasonDash(pair, context))
    return found({
      rule: "season-dash-episode",
      start: from + pair.index,
      end: from + seasonDashEpisode.lastIndex,
      season: Number(pair[1]),
      episode: Number(pair[2]),
      needsSeries: true
    })
  leading.lastIndex = first
  const front = leading.exec(rest)
  if (front !== null && !isYearNumber(front[1]!))
    return numbered("leading-number", front, from, context, true)
  const dashed = dash.exec(rest)
  if (dashed !== null && !isYearNumber(dashed[1]!))
    return numbered("dash-number", dashed, from, context, true)
  const part = partWord.exec(rest)
  if (part !== null)
    return found({
      rule: "part-in-series",
      start: from + part.index,
      end: from + part.index + part[0].length,
      episode: romanOrNumber(part[1]!),
      needsSeries: true
    })
  const behind = trailing.exec(rest)
  return behind === null || isYearNumber(behind[1]!)
    ? null
    : numbered("trailing-number", behind, from, context, true)
}
