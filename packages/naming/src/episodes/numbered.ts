import { CHINESE_NUMBER, EPISODE, numberOf, SEASON } from "../words.ts"
import { type Found, found, rangeEnd } from "./Found.ts"

// Rule E1: a season and an episode, each with its letter or keyword.

const letters =
  /(?<![a-z0-9])s(\d{1,4})[\s._\-[\]]{0,3}(?!x\.?26[45])(?:xe|x|episode|ep|e)[\s._-]{0,2}(\d{1,5})(?!\d)/i
/** Matches numbers directly after the title: "ShowS01E02", "grp-shows01e02". The season needs two digits here. */
const glued = /(?<=[a-z0-9])s(\d{2})e(\d{2,3})(?!\d)/i
/** Matches a season with the first letter of "Temporada" or "Livre": "T02E03", "T2 C3", "L1E01". */
const temporada = /(?<![a-z0-9])[tl](\d{1,2})[\s._-]{0,2}(?:ep?|c(?:ap)?)[\s._]?(\d{1,3})(?![a-z\d])/i
/** Matches "S02 Folge 03". */
const letterAndWord = new RegExp(
  String.raw`(?<![\p{L}\d])s(\d{1,2})[\s._\-]{1,3}(?:${EPISODE})[\s._#\-]{0,3}(\d{1,4})(?!\d)`,
  "iu"
)

const words = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${SEASON})[\s._\-]{0,3}(\d{1,4})[\s._,\-]{0,4}(?:${EPISODE}|e)[\s._#\-]{0,3}(\d{1,4})(?!\d)`,
  "iu"
)
/** Matches "2. Staffel 5. Folge", "1 сезон 2 серия". */
const numbersFirst = new RegExp(
  String.raw`(?<!\d)(\d{1,3})(?:\.|st|nd|rd|th|ª|º|-?й)?\s?(?:${SEASON})[\s._,\-]{0,4}(\d{1,4})(?:\.|-?я)?\s?(?:${EPISODE})(?!\p{L})`,
  "iu"
)
const chinese = new RegExp(
  String.raw`第(${CHINESE_NUMBER})[季期][\s._\-]{0,3}第?(\d{1,4})[集話话回]|시즌\s?(\d{1,3})[\s._\-]{0,3}제?(\d{1,4})[화회]`,
  "u"
)

// Rule E2: season N, episode M as `NxM`.

const times = /(?<![a-z0-9])(\d{1,4})xe?(\d{1,3})(?!\d|[a-wyz])/gi

/**
 * True if the numbers can be a season and an episode. Seasons are small numbers or years. False for 16x9, which is an
 * aspect ratio, and for 640x360, which is a size.
 */
const isSeasonTimesEpisode = (season: number, episode: number): boolean =>
  !(episode === 9 && (season === 16 || season === 21)) &&
  !(episode === 10 && season === 16) &&
  (season < 100 || (season >= 1900 && season < 2100 && episode <= 366))

// Rule E3: further episodes in the same file, as in `S01E01E02`.

/** Matches `E04`, `-E04`, ` - x04`, `-S01E04`, `.2x05`, `~E04`. */
const marked =
  /(?:[\s._\-+&,~]{0,3}|[\s._](?:and|und|et|y)[\s._])(?:s(\d{1,4})[\s._-]?)?(?:(\d{1,4})x|xe|x|ep|e)[\s._-]?(?!26[45])(\d{1,4})(?![\dpi])/iy
/** Matches `-04` or `_02`, unless the following text shows that the number is part of a title or a date. */
const bare = /[-_~+,](\d{1,4})(?![-._]\d{1,2}[-._]\d{2,4})(?=$|[._[\](~+]|-|\s{1,3}[-[(])/y

const range = (
  text: string,
  start: number,
  season: number,
  first: string
): readonly [number, number | null] => {
  let end = start
  let last = Number(first)
  let wasMarked = false
  for (let n = 0; n < 60; n += 1) {
    marked.lastIndex = end
    const more = marked.exec(text)
    if (more !== null) {
      const [, s, times, number = ""] = more
      if (Number(s ?? times ?? season) !== season || rangeEnd(Number(first), Number(number)) === null) break
      last = Math.max(last, Number(number))
      end = marked.lastIndex
      wasMarked = true
      continue
    }
    bare.lastIndex = end
    const [, number = ""] = bare.exec(text) ?? []
    if (number === "" || rangeEnd(last, Number(number)) === null) break
    if (number.length < 2 && (first.length > 1 || wasMarked)) break
    last = Number(number)
    end = bare.lastIndex
  }
  return [end, rangeEnd(Number(first), last)]
}

const made = (text: string, rule: string, match: RegExpExecArray, s: string, e: string): Found => {
  const season = numberOf(s)
  const [last, episodeEnd] = range(text, match.index + match[0].length, season, e)
  const end = last + (/^v\d(?![a-z\d])/i.exec(text.slice(last, last + 3))?.[0].length ?? 0)
  return found({ rule, start: match.index, end, season, episode: Number(e), episodeEnd })
}

/** Applies E1 and E3. */
export const lettered = (text: string): Found | null => {
  const letter = letters.exec(text) ?? glued.exec(text) ?? temporada.exec(text)
  if (letter !== null) return made(text, "sxxeyy", letter, letter[1]!, letter[2]!)
  const word = words.exec(text) ?? numbersFirst.exec(text) ?? letterAndWord.exec(text)
  if (word !== null) return made(text, "season-episode-words", word, word[1]!, word[2]!)
  const sign = chinese.exec(text)
  return sign === null
    ? null
    : made(text, "season-episode-words", sign, sign[1] ?? sign[3]!, sign[2] ?? sign[4]!)
}

/**
 * Applies E2 and E3. A single digit after the "x" is valid only inside a series, because of names like "a 2x4 shelf".
 */
export const multiplied = (text: string): Found | null => {
  if (!/\dx/i.test(text)) return null
  for (const match of text.matchAll(times)) {
    const [, s = "", e = ""] = match
    if (!isSeasonTimesEpisode(Number(s), Number(e))) continue
    return { ...made(text, "nxm", match as RegExpExecArray, s, e), needsSeries: e.length < 2 }
  }
  return null
}
