import { CHINESE_NUMBER, numberOf, SEASON } from "../words.ts"

export interface SeasonInTitle {
  readonly season: number
  readonly start: number
  readonly end: number
}

const romans: Readonly<Record<string, number>> = { II: 2, III: 3, IV: 4, V: 5 }

const ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ")

const patterns: ReadonlyArray<RegExp> = [
  /(?<=[\s_.[(-])s(\d{1,2})$/i,
  new RegExp(String.raw`(?<=[\s_.\-])(\d{1,2})(?:\.|st|nd|rd|th|ª|º|-?й)?[\s_.](?:${SEASON})$`, "iu"),
  new RegExp(String.raw`(?<=[\s_.\-])(${ordinals.join("|")})[\s_.]season$`, "iu"),
  new RegExp(String.raw`(?<=[\s_.\-[(])(?:${SEASON})[\s_.]?(\d{1,3})$`, "iu"),
  new RegExp(String.raw`(?:第(${CHINESE_NUMBER})[季期]|(?<!\d)(\d{1,2})期)$`, "u"),
  /(?<=[\s_.])(II|III|IV|V)$/
]

/** Matches half of a season, as in `Name S2 Part 2`. It is ignored, because the episode numbers do not restart with the second half. */
const half = /[\s_.]{1,2}(?:part|cour)[\s_.]?\d$/i
const ending = /[\s_.[\](),-]{1,4}$/

const numberIn = (text: string): number => {
  const ordinal = ordinals.indexOf(text.toLowerCase())
  return romans[text] ?? (ordinal >= 0 ? ordinal + 1 : numberOf(text))
}

/** Returns the season at the end of the title before an episode number: `Name S2`, `Name 2nd Season`, `Name III`. */
export const seasonInTitle = (title: string): SeasonInTitle | null => {
  const trimmed = title.replace(ending, "").replace(half, "").replace(ending, "")
  for (const pattern of patterns) {
    const match = pattern.exec(trimmed)
    if (match === null) continue
    const season = numberIn(match[1] ?? match[2]!)
    if (season > 0) return { season, start: match.index, end: match.index + match[0].length }
  }
  return null
}
