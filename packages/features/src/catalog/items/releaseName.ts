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
  /^[\s._)\]}]*(?:-\s*[^\s\-[({]+|[[({][^[\](){}]*[\])}]|\s)*$/.test(text)

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

/** A year that is no part of a day. */
const isReleaseYear = (tokens: ReadonlyArray<Token>, index: number): boolean =>
  index > 0 &&
  isYear(tokens[index]) &&
  !isDayOrMonth(tokens[index + 1]) &&
  !(isDayOrMonth(tokens[index - 1]) && isDayOrMonth(tokens[index - 2]))

const isEpisode = (text: string): boolean =>
  /(?:^|[\s._-])(?:s\d{1,2}|e\d{1,3}|s\d{1,2}e\d{1,3}|\d{1,2}x\d{2,3})/i.test(text)

const isSizeOrSource = ({ text }: Token): boolean =>
  !/^(?:[xh][-. ]?26[45]|hevc|avc|xvid|divx|vc-?1)$/i.test(text)

/**
 * The token at which a release begins: the first one behind its year, else the first size or source. A codec alone may be a word
 * of the title, as in "Bunny in HEVC 2012 720p".
 */
const firstOfRelease = (tokens: ReadonlyArray<Token>, isSure: (token: Token) => boolean): number => {
  const sure = tokens.flatMap((token, index) => (index > 0 && isSure(token) ? [index] : []))
  const place = sure.find((index) => isSizeOrSource(tokens[index]!)) ?? sure[0] ?? -1
  const year = tokens.findLastIndex((_token, index) => index < place && isReleaseYear(tokens, index))
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

/** `Alien (1979) - Director's Cut`: what follows the year in parentheses is not of the title. Episodes keep theirs. */
const parenthesizedCut = (text: string): Cut | undefined => {
  const found = [...text.matchAll(/[([](\d{4})[)\]]/g)].findLast(
    ({ 1: year = "", index }) => index > 0 && isYear({ text: year, start: 0, end: 4, kind: "word" })
  )
  if (found?.[1] === undefined || text.slice(0, found.index).trim() === "") return undefined
  const behind = text.slice(found.index + found[0].length)
  if (isEpisode(behind)) return undefined
  return { end: found.index, year: found[1], part: partPattern.exec(behind)?.[1] ?? "" }
}

/** Words before which a number is of the title: "Class of 1984". */
const leadsToYear = /^(?:of|in|since|year|circa|before|after|until|anno)$/i
/** What cameras call their files, and people parts of something: the number counts them. */
const counted =
  /^(?:img|dsc[nf]?|mvi|mov|vid|pict?|gopr|cimg|pxl|sam|clip|scene|track|part|episode|ep|disc|cd)$/i

/** `12 Angry Men 1957`, `Moonlight 2016 4K HDR`: a bare year at the end, or before words of releases. */
const bareYearCut = (text: string): Cut | undefined => {
  const tokens = tokensOf(text)
  const at = tokens.findLastIndex(({ kind }) => kind === "word")
  const before = tokens[at - 1]
  if (before === undefined || !isReleaseYear(tokens, at)) return undefined
  if (/^[\s._]*$/.test(text.slice(before.end, tokens[at]!.start)) === false) return undefined
  if (leadsToYear.test(before.text) || (at === 1 && counted.test(before.text))) return undefined
  return /\p{L}/u.test(text.slice(0, before.end))
    ? { end: tokens[at]!.start, year: tokens[at]!.text, part: "" }
    : undefined
}

/** Numbers of databases, as `[tmdbid=603]` and `{imdb-tt0133093}`. */
const databaseIds = /[[{(](?:tmdb|imdb|tvdb|anidb|tvmaze)(?:id)?[-=]\w+[\]})]/gi

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

/** Names of files have at most 255 letters; the patterns are not asked about more than a title can hold. */
const LONGEST = 1_000

const parse = (whole: string): Named => {
  const name = whole.slice(0, LONGEST)
  const made = dayOfCameraName(name.trim())
  if (made !== null) return { title: spacedOf(name), date: made }
  const [, day = "", rest = ""] = datedPattern.exec(name.trim()) ?? []
  const isDated = Number(day.slice(0, 4)) >= 1890 && Number(day.slice(0, 4)) < LAST_YEAR && isDay(day)
  return isDated ? { title: parseUndated(rest).title, date: day } : parseUndated(name)
}

/** `www.SiteName.com - `, before the name of a release. */
const site = /^(?:\[\s*)?www\.[\w-]+(?:\.[\w-]+)+(?:\s*\])?\s*(?:-\s*)?(?=\S)/i
/** What yt-dlp appends: the number of the video, in which letters and digits are mixed. */
const videoNumber = /\[(?=[\w-]*(?:\d|[a-z][A-Z]|_))[\w-]{11}\]$/
/** Of a name of dots: single letters are an acronym. */
const acronym = /(?<![\p{L}\d])(?:\p{Lu} ){2,}\p{Lu}(?![\p{L}\d])|^\p{Lu} \p{Lu}(?= )/gu
const titled = (text: string): string => {
  const spaced = spacedOf(text)
  return text.includes(" ")
    ? spaced
    : spaced.replace(acronym, (letters) => `${letters.replaceAll(" ", ".")}.`)
}

const parseUndated = (name: string): Named => {
  const stem = name.replace(databaseIds, "").replace(site, "").replace(videoNumber, "").trim()
  const parenthesized = parenthesizedCut(stem)
  const release = releaseCut(stem)
  const cut = parenthesized ?? release ?? bareYearCut(stem)
  const kept = stem.slice(0, cut?.end).replace(cut ? /[\s._\-([{]+$/ : "", "")
  // Only a release begins with the name of its group: "[rec]" is a whole title.
  const named = titled(release ? kept.replace(/^\[[^\]]+\]\s*(?=\S)/, "") : kept)
  return cut === undefined || named === ""
    ? { title: titled(stem), date: null }
    : { title: `${named} ${cut.part}`.trim(), date: cut.year }
}

/**
 * The title of a video from a file name, without what releases append: `The.Movie.2014.1080p.BluRay.x264-GRP` is "The
 * Movie". A name that is no release's stays whole.
 */
export const releaseTitleOf = (name: string): string => titleBy(name, (stem) => parse(stem).title)

/** The year or the day such a name gives: "2014", "2019-08-24". Of `Up (2009)/Up.mkv`, the year of the folder. */
export const releaseDateOf = (name: string, folder = ""): string | null => {
  const own = parse(stemOf(plainText(name)))
  if (own.date !== null || folder === "") return own.date
  const above = parenthesizedCut(plainText(folder).slice(0, LONGEST).replace(databaseIds, "").trim())
  const isSame =
    above !== undefined && spacedOf(folder.slice(0, above.end)).toLowerCase() === own.title.toLowerCase()
  return isSame ? above.year : null
}
