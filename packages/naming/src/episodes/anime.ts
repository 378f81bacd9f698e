import { tokensOf } from "../release/tokens.ts"
import { numberOf } from "../words.ts"
import { coreOf } from "./core.ts"
import { type Found, found, rangeEnd } from "./Found.ts"

// Rule E5: episodes numbered across all seasons, as anime fansub groups name their files.

const NUMBER = String.raw`(?:(?:e|ep|episode)\.?[\s_]?|#)?(\d{1,4})(?:(?:-\d{1,4}){0,3}(?:-|[\s_]?~[\s_]?)(\d{1,4}))?(?:v\d)?(?:[\s_]?(?:end|fin(?:al)?))?`
/** Matches `Name - 05` at the end. */
const dashEnd = new RegExp(String.raw`(?<=[\s_\p{L}\p{N}!?.)\]])[\s_]?-[\s_]{1,2}${NUMBER}$`, "iu")
const dashTight = new RegExp(String.raw`(?<=[\p{L}!?)\]])-${NUMBER}$`, "iu")
/** Matches `Name - 05 - Title`. */
const dashMiddle = new RegExp(String.raw`[\s_]-[\s_]{1,2}${NUMBER}[\s_]-[\s_]`, "i")
/** Matches `Name 05` at the end, if the file name begins with a release group in brackets. */
const trailing = new RegExp(String.raw`(?<=[\p{L}!?)\]])[\s_]{1,2}${NUMBER}$`, "iu")
const counter =
  /第\s?(\d{1,4}|[一二三四五六七八九十]{1,3})\s?[話话集回]|제?\s?(?<!\d)(\d{1,4})[화회](?!\p{L})/u
/** Matches `灯台(03)`, a number in parentheses after a name in Chinese, Japanese or Korean. */
const parenthesized = /(?<=[\u3040-\u9fff\uac00-\ud7af])\s?[(](\d{2,3}|1[0-8]\d\d)[)](?=$|\s*\[)/u
const sharp = /(?<=[^\d])#\s?(\d{1,4})(?!\d)/
const field = /^(?:第|ep?\.?)?(\d{1,4})(?:[-~](\d{1,4}))?(?:v\d)?(?:[\s_]?(?:end|fin|完|話|话|集))?$/i

const isSizeOrYear = (number: number): boolean =>
  [360, 480, 540, 576, 720, 1080, 2160].includes(number) || (number >= 1900 && number < 2100)

const numbers = (first: string, last: string | undefined) => {
  const absolute = numberOf(first)
  return {
    absolute,
    episode: absolute,
    episodeEnd: rangeEnd(absolute, last === undefined ? null : Number(last))
  }
}

/** Reads `[Group][Name][21][1080p]` and `[Group] Name [21][1080p]`. */
const inBrackets = (text: string, titleStart: number): Found | null => {
  for (let open = text.indexOf("[", 1); open > 0; open = text.indexOf("[", open + 1)) {
    const close = text.indexOf("]", open)
    if (close < 0) return null
    const [, first, last] = field.exec(text.slice(open + 1, close)) ?? []
    if (first === undefined || isSizeOrYear(Number(first))) continue
    if (open <= titleStart) continue
    return found({ rule: "anime-brackets", start: open, end: close + 1, titleStart, ...numbers(first, last) })
  }
  return null
}

const shifted = (match: RegExpExecArray, by: number, rule: string, needsSeries: boolean): Found =>
  found({
    rule,
    start: by + match.index,
    end: by + match.index + match[0].length,
    titleStart: by,
    ...numbers(match[1] ?? match[2]!, match[1] === undefined ? undefined : match[2]),
    needsSeries
  })

/** True for `Name - 005 - Title`, where the number has at least two digits. */
const isCounter = (core: string, match: RegExpExecArray): boolean =>
  match[1]!.length > 1 && !isSizeOrYear(Number(match[1])) && /\p{L}/u.test(core.slice(0, match.index))

/** Matches a resolution or a checksum in brackets, which groups append to a name. */
const releaseBrackets = /[[(](?:[^\])[(]{0,40}(?<!\d))?(?:\d{3,4}[pi]|[\da-f]{8})(?![\da-z])/i

/** Returns the offset at which the release words at the end begin: ` VOSTFR`, ` DVD`. */
const releaseTail = (core: string): number => {
  if (!/[a-z]\s*$/i.test(core)) return core.length
  const tokens = tokensOf(core)
  const last = tokens.findLast(({ kind }) => kind === "word")
  return last === undefined ? core.length : last.end
}

/**
 * Matches the number in `[Group] Name 05 Title [1A2B3C4D]`: two or three digits between words. Used for names with a
 * checksum.
 */
const middleNumber = /(?<=[\p{L}!?)])[\s_](\d{2,3})[\s_](?=\p{L})/u
const checksum = /[[(][\da-f]{8}[\])]/i

export const anime = (text: string): Found | null => {
  if (!/[\d一二三四五六七八九十]/.test(text)) return null
  const { end, hasGroup, start } = coreOf(text)
  const whole = text.slice(start, end)
  const core = whole.slice(0, releaseTail(whole))
  const dash = dashEnd.exec(core) ?? dashTight.exec(core)
  if (dash !== null && !(isSizeOrYear(Number(dash[1])) && !hasGroup))
    return shifted(dash, start, "anime-dash", !hasGroup && !releaseBrackets.test(text.slice(end)))
  const middle = dashMiddle.exec(core)
  if (middle !== null && hasGroup) return shifted(middle, start, "anime-dash", false)
  // Without a release group, a number between a name and a title is an episode number only if it has two or more
  // digits: "Name (2011) - 141 - Title".
  if (middle !== null && isCounter(core, middle)) return shifted(middle, start, "anime-dash", true)
  if (text.startsWith("[")) {
    const bracketed = inBrackets(text, start)
    if (bracketed !== null) return bracketed
  }
  const counted = counter.exec(text)
  if (counted !== null) {
    const number = counted[1] ?? counted[2]!
    return found({
      rule: "episode-counter",
      start: counted.index,
      end: counted.index + counted[0].length,
      titleStart: start < counted.index ? start : 0,
      ...numbers(number, undefined)
    })
  }
  const numbered = sharp.exec(text) ?? parenthesized.exec(text)
  if (numbered !== null)
    return {
      ...shifted(numbered, 0, "episode-counter", true),
      titleStart: start < numbered.index ? start : 0
    }
  const behind = hasGroup ? trailing.exec(core) : null
  if (behind !== null && !isSizeOrYear(Number(behind[1])))
    return shifted(behind, start, "anime-trailing", !(behind[1]!.startsWith("0") && end < text.length))
  const between = hasGroup && checksum.test(text.slice(end)) ? middleNumber.exec(core) : null
  return between === null || isSizeOrYear(Number(between[1]))
    ? null
    : shifted(between, start, "anime-trailing", false)
}
