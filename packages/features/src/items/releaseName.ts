import { plainText } from "@media/kernel/PlainText"
import { dayOfCameraName } from "./cameraName.ts"
import { spacedOf, stemOf, titleBy } from "./title.ts"

/** What releases append to a name: size of the picture, source, codec. One of them in a name makes it a release's. */
const sure = [
  String.raw`\d{3,4}[pi](?:\d{2,3})?|\d{3,4}x\d{3,4}`,
  String.raw`blu[-. ]?ray|(?:bd|br|dvd|hd|web|tv)[-. ]?rip|web[-. ]?dl|dvd[-. ]?scr|remux|hdtv|pdtv|dsr|hdcam|hdts`,
  String.raw`[xh][-. ]?26[45]|hevc|avc|xvid|divx|vc-?1`
].join("|")
/** Alone they may belong to a title ("Extended Family", "Costa Rica 4K"): they count beside a sure one. */
const likely = [
  String.raw`4k|8k|u(?:ltra)?hd|hd|hdr(?:10)?\+?|sdr|dv|dolby[-. ]?vision|(?:8|10|12)[-. ]?bit|3d|h?sbs|h?tab|imax`,
  String.raw`web|dvd(?:5|9|r)?|cam|bd|stv|amzn|nf|dsnp|hmax|atvp|multi|dual|dubbed|subbed|vost\w*|german|french|ita|eng`,
  String.raw`extended|unrated|uncut|remastered|restored|proper|repack|rerip|limited|internal|theatrical|directors[-. ]?cut`,
  String.raw`(?:aac|ac-?3|e-?ac-?3|ddp?|dd\+|dts(?:-?(?:hd|x|es))?|truehd|flac|opus|mp3|atmos|ma)(?:[-. ]?[257]\.[01])?|[257]\.[01]`
].join("|")
/** In a name of dots they are no words of a title. */
const inDots = /^(?:4k|u(?:ltra)?hd|hdr(?:10)?\+?)$/i

const wordEnd = String.raw`(?=[\s._\-()[\]{}]|$)`
const tokenPattern = new RegExp(
  String.raw`(?<sure>${sure})${wordEnd}|(?<likely>${likely})${wordEnd}|(?<word>[^\s._\-()[\]{}]+)`,
  "giy"
)
const separators = /[\s._\-()[\]{}]*/y

interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly kind: "sure" | "likely" | "word"
}

const tokensOf = (text: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  let at = 0
  for (;;) {
    separators.lastIndex = at
    separators.exec(text)
    tokenPattern.lastIndex = separators.lastIndex
    const match = tokenPattern.exec(text)
    if (match === null) return tokens
    at = tokenPattern.lastIndex
    const kind = match.groups?.["sure"] ? "sure" : match.groups?.["likely"] ? "likely" : "word"
    tokens.push({ text: match[0], start: match.index, end: at, kind })
  }
}

/** 2049 and 2077 are in titles; a movie announced for later than this is not on a disk. */
const LAST_YEAR = 2040
const isYear = (token: Token | undefined): boolean =>
  token !== undefined && /^(?:18[89]\d|19\d\d|20\d\d)$/.test(token.text) && Number(token.text) < LAST_YEAR
const isDayOrMonth = (token: Token | undefined): boolean => /^\d{1,2}$/.test(token?.text ?? "")

interface Cut {
  /** Where the title ends. */
  readonly end: number
  readonly year: string | null
  /** "CD1", "Part 2": kept, or two halves of a video would have one title. */
  readonly part: string
}

const partPattern = /(?:^|[\s._\-[(])((?:cd|dis[ck]|part|pt)[\s._-]?\d{1,2})(?=[\s._\-\])]|$)/i

/** Between the last token of a release and the end there is at most the name of its group. */
const endsInGroup = (text: string): boolean =>
  /^[\s._)\]}]*(?:\s?-\s?[^\s-]+|[[({][^[\](){}]*[\])}]|\s)*$/.test(text)

/** "How HEVC works" and "My 1080p monitor, a review" are sentences: what follows is not of a release. */
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

const releaseCut = (text: string): Cut | undefined => {
  const tokens = tokensOf(text)
  const isDotted = !text.includes(" ") && (text.match(/[._]/g)?.length ?? 0) >= 2
  const isSure = ({ kind, text: word }: Token): boolean => kind === "sure" || (isDotted && inDots.test(word))
  const first = tokens.findIndex((token, index) => index > 0 && isSure(token))
  if (first < 0) return undefined
  const yearAfter = first + 2 === tokens.length && isYear(tokens[first + 1]) ? tokens[first + 1]!.text : null
  if (yearAfter === null && !isOfRelease(text, tokens, first, isDotted)) return undefined
  let start = first
  while (start > 1 && tokens[start - 1]?.kind === "likely") start -= 1
  const isReleaseYear = (index: number): boolean =>
    index > 0 &&
    isYear(tokens[index]) &&
    !isDayOrMonth(tokens[index + 1]) &&
    !(isDayOrMonth(tokens[index - 1]) && isDayOrMonth(tokens[index - 2]))
  const year = tokens.findLastIndex((_token, index) => index < first && isReleaseYear(index))
  const between = year < 0 ? "" : text.slice(tokens[year]!.end, tokens[first]!.start)
  const isSeries = /(?:^|[\s._-])(?:s\d{1,2}|e\d{1,3}|s\d{1,2}e\d{1,3}|\d{1,2}x\d{2,3})/i.test(between)
  const hasYear = year > 0 && !isSeries
  if (hasYear) start = year
  return {
    end: tokens[start]!.start,
    year: hasYear ? tokens[year]!.text : yearAfter,
    part: partPattern.exec(text.slice(tokens[start]!.end))?.[1] ?? ""
  }
}

/** `Heat (1995)`: only a year that stands at the end is the release's. */
const yearCut = (text: string): Cut | undefined => {
  const match = /^(.*\S)\s*[([](\d{4})[)\]](?:[\s._-]+(?:3d|h?sbs|h?tab|4k|uhd|hdr))*$/i.exec(text)
  const year = match?.[2] ?? ""
  const token: Token = { text: year, start: 0, end: 4, kind: "word" }
  return match?.[1] !== undefined && isYear(token) ? { end: match[1].length, year, part: "" } : undefined
}

/** Numbers of databases, as `[tmdbid=603]` and `{imdb-tt0133093}`. */
const databaseIds = /\s*[[{(](?:tmdb|imdb|tvdb|anidb|tvmaze)(?:id)?[-=]\w+[\]})]/gi

/** `2019-08-24 Beach`, as people name what they filmed: a day of the calendar, and after it a word. */
const datedPattern = /^(\d{4}-\d{2}-\d{2})[\s._\-,]+(?=.*\p{L})(.+)$/su
const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

interface Named {
  readonly title: string
  /** A year or a day: "2014", "2019-08-24". */
  readonly date: string | null
}

const parse = (name: string): Named => {
  const made = dayOfCameraName(name.trim())
  if (made !== null) return { title: spacedOf(name), date: made }
  const [, day = "", rest = ""] = datedPattern.exec(name.trim()) ?? []
  const isDated = Number(day.slice(0, 4)) >= 1890 && Number(day.slice(0, 4)) < LAST_YEAR && isDay(day)
  return isDated ? { title: parseUndated(rest).title, date: day } : parseUndated(name)
}

const parseUndated = (name: string): Named => {
  const stem = name.replace(databaseIds, "").trim()
  const release = releaseCut(stem)
  const cut = release ?? yearCut(stem)
  const kept = stem.slice(0, cut?.end).replace(cut ? /[\s._\-([{]+$/ : "", "")
  // Only a release begins with the name of its group: "[rec]" is a whole title.
  const named = spacedOf(release ? kept.replace(/^\[[^\]]+\]\s*(?=\S)/, "") : kept)
  return cut === undefined || named === ""
    ? { title: spacedOf(stem), date: null }
    : { title: `${named} ${cut.part}`.trim(), date: cut.year }
}

/**
 * The title of a video from a file name, without what releases append: `The.Movie.2014.1080p.BluRay.x264-GRP` is "The
 * Movie". A name that is no release's stays whole.
 */
export const releaseTitleOf = (name: string): string => titleBy(name, (stem) => parse(stem).title)

/** The year or the day such a name gives: "2014", "2019-08-24". */
export const releaseDateOf = (name: string): string | null => parse(stemOf(plainText(name))).date
