import { spacedOf } from "../title.ts"
import { dayOfCameraName } from "./cameraName.ts"
import { inDots, isDayOrMonth, isYear, LAST_YEAR, SURE, type Token, tokensOf } from "./tokens.ts"

interface Cut {
  /** End offset of the title. */
  readonly end: number
  readonly year: string | null
  /** A label such as "CD1" or "Part 2". It stays in the title, because two halves of a video would otherwise have the same title. */
  readonly part: string
}

const partPattern = /(?:^|[\s._\-[(])((?:cd|dis[ck]|part|pt)[\s._-]?\d{1,2})(?=[\s._\-\])]|$)/i

/** True if the text after the last release token contains nothing but the name of a release group. */
const endsInGroup = (text: string): boolean =>
  /^[\s._)\]}]*(?:-\s*[^\s\-[({]+|[[({][^[\](){}]*[\])}]|\s)*$/.test(text)

/** True if the token belongs to a release. False in plain sentences: "How HEVC works", "My 1080p monitor, a review". */
const isOfRelease = (
  text: string,
  tokens: ReadonlyArray<Token>,
  first: number,
  isDotted: boolean
): boolean => {
  const known = tokens.slice(first).filter(({ kind }) => kind !== "word")
  const last = tokens.findLastIndex(({ kind }) => kind !== "word")
  if (isDotted) return known.length > 1 || tokens.length - first === 1 || tokens.slice(1, first).some(isYear)
  const strangers = tokens.slice(first, last).filter((token) => token.kind === "word" && !isYear(token))
  return strangers.length <= 1 && endsInGroup(text.slice(tokens[Math.max(first, last)]!.end))
}

/** True for a year that is not part of a date. */
const isReleaseYear = (tokens: ReadonlyArray<Token>, index: number): boolean =>
  index > 0 &&
  isYear(tokens[index]) &&
  !isDayOrMonth(tokens[index + 1]) &&
  !(isDayOrMonth(tokens[index - 1]) && isDayOrMonth(tokens[index - 2]) && !isYear(tokens[index - 3]))

const isEpisode = (text: string): boolean =>
  /(?:^|[\s._-])(?:s\d{1,2}|e\d{1,3}|s\d{1,2}e\d{1,3}|\d{1,2}x\d{2,3})/i.test(text)

const isSizeOrSource = ({ text }: Token): boolean =>
  !/^(?:[xh][-. ]?26[45]|hevc|avc|xvid|divx|vc-?1)$/i.test(text)

/**
 * Returns the index of the token at which a release begins: the first token after its year, otherwise the first size or
 * source. A codec alone may be a word of the title, as in "Bunny in HEVC 2012 720p".
 */
const firstOfRelease = (tokens: ReadonlyArray<Token>, isSure: (token: Token) => boolean): number => {
  const sure = tokens.flatMap((token, index) => (index > 0 && isSure(token) ? [index] : []))
  const anchor = sure.find((index) => isSizeOrSource(tokens[index]!)) ?? sure[0] ?? -1
  const year = tokens.findLastIndex((_token, index) => index < anchor && isReleaseYear(tokens, index))
  return sure.find((index) => index > year) ?? -1
}

const releaseCut = (text: string): Cut | undefined => {
  const tokens = tokensOf(text)
  const isDotted = !text.includes(" ") && (text.match(/[._]/g)?.length ?? 0) >= 2
  const isSure = ({ kind, text: word }: Token): boolean => kind === "sure" || (isDotted && inDots.test(word))
  const first = firstOfRelease(tokens, isSure)
  if (first < 0) return undefined
  const yearAfter = first + 2 === tokens.length && isYear(tokens[first + 1]) ? tokens[first + 1]!.text : null
  if (yearAfter === null && !isOfRelease(text, tokens, first, isDotted)) return undefined
  let start = first
  while (start > 1 && tokens[start - 1]?.kind === "likely") start -= 1
  const year = tokens.findLastIndex((_token, index) => index < first && isReleaseYear(tokens, index))
  const between = year < 0 ? "" : text.slice(tokens[year]!.end, tokens[first]!.start)
  const hasYear = year > 0 && !isEpisode(between)
  if (hasYear) start = year
  return {
    end: tokens[start]!.start,
    year: hasYear ? tokens[year]!.text : yearAfter,
    part: partPattern.exec(text.slice(tokens[start]!.end))?.[1] ?? ""
  }
}

/**
 * Cuts the title at the year in parentheses, because text after it is not part of the title: `Alien
 * (1979) - Director's Cut`. If the text after the year contains an episode number, nothing is cut.
 */
const parenthesizedCut = (text: string): Cut | undefined => {
  const found = [...text.matchAll(/[([](\d{4})[)\]]/g)].findLast(
    ({ 1: year = "", index }) => index > 0 && isYear({ text: year, start: 0, end: 4, kind: "word" })
  )
  if (found?.[1] === undefined || text.slice(0, found.index).trim() === "") return undefined
  const behind = text.slice(found.index + found[0].length)
  if (isEpisode(behind)) return undefined
  return { end: found.index, year: found[1], part: partPattern.exec(behind)?.[1] ?? "" }
}

/** After these words, a number belongs to the title: "Class of 1984". */
const leadsToYear = /^(?:of|in|since|year|circa|before|after|until|anno)$/i
/** After these prefixes of camera files and parts, a number is a counter and not a year. */
const counted =
  /^(?:img|dsc[nf]?|mvi|mov|vid|pict?|gopr|cimg|pxl|sam|clip|scene|track|part|episode|ep|disc|cd)$/i

/** Matches words that follow "Extended" or "Uncut". */
const cutWord = /^(?:edition|cut|version)$/i

/**
 * Cuts the title at a year without parentheses, at the end or before release tokens: `12 Angry Men 1957`, `Moonlight
 * 2016 4K HDR`.
 */
const bareYearCut = (text: string): Cut | undefined => {
  const tokens = tokensOf(text)
  const at = tokens.findLastIndex(
    ({ kind, text: word }, n) => kind === "word" && !(cutWord.test(word) && tokens[n - 1]?.kind === "likely")
  )
  const before = tokens[at - 1]
  if (before === undefined || !isReleaseYear(tokens, at)) return undefined
  if (/^[\s._]*$/.test(text.slice(before.end, tokens[at]!.start)) === false) return undefined
  if (leadsToYear.test(before.text) || (at === 1 && counted.test(before.text))) return undefined
  return /\p{L}/u.test(text.slice(0, before.end))
    ? { end: tokens[at]!.start, year: tokens[at]!.text, part: "" }
    : undefined
}

/** Database ids, such as `[tmdbid=603]` and `{imdb-tt0133093}`. */
const databaseIds = /[[{(](?:tmdb|imdb|tvdb|anidb|tvmaze)(?:id)?[-=]\w+[\]})]/gi

/** Matches a common form of names for recordings: a date followed by text, such as `2019-08-24 Beach`. */
const datedPattern = /^(\d{4}-\d{2}-\d{2})[\s._\-,]+(?=.*\p{L})(.+)$/su
const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

export interface ReleaseName {
  readonly title: string
  /** A year or a full date: "2014", "2019-08-24". */
  readonly date: string | null
  /** "CD1", "Part 2", from the text after the title. */
  readonly part: string
  /** The text after the title. Null if the whole name is the title. */
  readonly rest: string | null
}

/** Maximum number of characters that patterns read. File names have at most 255 characters. */
const LONGEST = 1_000

/** Reads the name of a file without its extension. */
export const readRelease = (whole: string): ReleaseName => {
  const name = whole.slice(0, LONGEST)
  const made = dayOfCameraName(name.trim())
  if (made !== null) return { title: spacedOf(name), date: made, part: "", rest: null }
  const [, day = "", rest = ""] = datedPattern.exec(name.trim()) ?? []
  const isDated = Number(day.slice(0, 4)) >= 1890 && Number(day.slice(0, 4)) < LAST_YEAR && isDay(day)
  return isDated ? { ...readUndated(rest), date: day } : readUndated(name)
}

/** Returns the name before a year in parentheses, and the year. Null for any other name. */
export const parenthesizedYear = (
  whole: string
): { readonly title: string; readonly year: string } | null => {
  const name = whole.slice(0, LONGEST).replace(databaseIds, "").trim()
  const cut = parenthesizedCut(name)
  return cut === undefined || cut.year === null ? null : { title: name.slice(0, cut.end), year: cut.year }
}

/** Matches `www.SiteName.com - ` before the name of a release. */
const site = /^(?:\[\s*)?www\.[\w-]+(?:\.[\w-]+)+(?:\s*\])?\s*(?:-\s*)?(?=\S)/i
/** Matches the video id that yt-dlp appends. Such an id mixes letters and digits. */
const videoNumber = /\[(?=[\w-]*(?:\d|[a-z][A-Z]|_))[\w-]{11}\]$/
/** Matches single letters. In a name whose words are separated by dots, they are an acronym. */
const acronym = /(?<![\p{L}\d])(?:\p{Lu} ){2,}\p{Lu}(?![\p{L}\d])|^\p{Lu} \p{Lu}(?= )/gu
/** Returns a title with spaces as separators. */
export const titled = (text: string): string => {
  const spaced = spacedOf(text)
  return text.includes(" ")
    ? spaced
    : spaced.replace(acronym, (letters) => `${letters.replaceAll(" ", ".")}.`)
}

const readUndated = (name: string): ReleaseName => {
  const stem = name.replace(databaseIds, "").replace(site, "").replace(videoNumber, "").trim()
  const parenthesized = parenthesizedCut(stem)
  const release = releaseCut(stem)
  const cut = parenthesized ?? release ?? bareYearCut(stem)
  const kept = stem.slice(0, cut?.end).replace(cut ? /[\s._\-([{]+$/ : "", "")
  // Brackets at the start contain a group only in the name of a release. "[rec]" is a whole title.
  const named = titled(release ? kept.replace(/^\[[^\]]+\]\s*(?=\S)/, "") : kept)
  return cut === undefined || named === ""
    ? { title: titled(stem), date: null, part: "", rest: null }
    : { title: named, date: cut.year, part: cut.part, rest: stem.slice(cut.end) }
}

/**
 * Returns the release year in a name. Null if the name contains a full date, because the year of a date is not a
 * release year.
 */
export const yearOf = ({ date }: ReleaseName): number | null => (date?.length === 4 ? Number(date) : null)

const sureAnywhere = new RegExp(String.raw`(?:^|[\s._\-(])(?:${SURE})(?=[\s._\-()[\]{}]|$)`, "i")

/** Returns the offset of the first release token in a string, or the length of the string if it has none. */
export const releaseStart = (text: string): number => {
  const at = text.search(sureAnywhere)
  return at < 0 ? text.length : at
}
