import { lettered } from "./episodes/numbered.ts"
import { afterTitle } from "./path.ts"
import { tokensOf } from "./release/tokens.ts"
import { endWithoutSeparators } from "./trim.ts"
import { CHINESE_NUMBER, numberOf, SEASON, specials } from "./words.ts"

export interface SeasonFolder {
  readonly season: number
  readonly start: number
  readonly end: number
  /**
   * End offset of the series title before the season: "Show" in "Show Season 1". Equals `titleStart` if there is no
   * title.
   */
  readonly titleEnd: number
  readonly titleStart: number
  /** `bare` numbers and `extras` are seasons only if the surrounding folders confirm the season. */
  readonly kind: "named" | "bare" | "specials" | "extras"
}

const YEAR = String.raw`(?:[\s._]{0,2}[([]\d{4}[)\]])?`
const word = new RegExp(String.raw`^(?:${SEASON})[\s._\-#]{0,3}(\d{1,4})${YEAR}(?![\p{L}\d)])`, "iu")
const numberFirst = new RegExp(
  String.raw`^(\d{1,3})(?:\.|st|nd|rd|th|ª|º|-?й)?[\s._]{0,2}(?:${SEASON})(?![\p{L}\d])`,
  "iu"
)
const chinese = new RegExp(String.raw`第(${CHINESE_NUMBER})[季期シ]|(?<!\d)(\d{1,2})기$`, "u")
const letter = /(?<![a-z0-9])s(\d{1,4})(?![a-z0-9])(?![\s._]?-[\s._]?s?\d{1,2}(?!\d))/i
const inside = new RegExp(String.raw`(?<=[\s._\-])(?:${SEASON})[\s._\-]{0,2}(\d{1,4})(?![\p{L}\d])`, "iu")
const episodeWord = /(?<![a-z])(?:episodes?|folge|ep)[\s._-]?\d/i

/** True for "Series 7 The Contenders", which is a movie. Only brackets and release words may follow a season number. */
const isTitle = (front: string, rest: string): boolean =>
  /^s[eé]ri/i.test(front) && /^[\s._]/.test(rest) && tokensOf(rest)[0]?.kind === "word"

const at = (
  match: RegExpExecArray,
  season: number,
  kind: SeasonFolder["kind"],
  title: readonly [number, number] = [0, 0]
): SeasonFolder => ({
  season,
  start: match.index,
  end: match.index + match[0].length,
  titleStart: title[0],
  titleEnd: title[1],
  kind
})

const titleBefore = (text: string, end: number): readonly [number, number] => {
  const start = text.startsWith("[") ? 1 : 0
  return [start, endWithoutSeparators(text, start, end)]
}

/** Parses the season in the name of a folder. `text` must be folded, and its id tags must have been removed. */
export const seasonOfFolder = (text: string): SeasonFolder | null => {
  const name = text.trim()
  const lower = name.toLowerCase()
  if (specials.has(lower)) {
    const kind = lower === "extras" ? "extras" : "specials"
    return { season: 0, start: 0, end: text.length, titleStart: 0, titleEnd: 0, kind }
  }
  if (/^\d{1,4}$/.test(name))
    return { season: Number(name), start: 0, end: text.length, titleStart: 0, titleEnd: 0, kind: "bare" }
  if (!/\d|[一二三四五六七八九十]/.test(text) || lettered(text) !== null || episodeWord.test(text))
    return null
  const front = word.exec(text) ?? numberFirst.exec(text)
  if (front !== null && isTitle(front[0], text.slice(front[0].length))) return null
  if (front !== null) return at(front, numberOf(front[1]!), "named")
  const lettersOnly = letter.exec(text)
  if (lettersOnly !== null)
    return at(lettersOnly, Number(lettersOnly[1]), "named", titleBefore(text, lettersOnly.index))
  const sign = chinese.exec(text)
  if (sign !== null) return at(sign, numberOf(sign[1] ?? sign[2]!), "named", titleBefore(text, sign.index))
  const within = inside.exec(text)
  return within === null ? null : at(within, Number(within[1]), "named", titleBefore(text, within.index))
}

/** True if the folder belongs to the series of its parent folder: it has no title, or the same title. */
export const isSeasonBelow = (text: string, season: SeasonFolder, parentTitle: string): boolean => {
  const own = text.slice(season.titleStart, season.titleEnd)
  return own.trim() === "" || afterTitle(own, parentTitle) === own.length
}
