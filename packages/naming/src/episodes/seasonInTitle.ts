import { CHINESE_NUMBER, numberOf, SEASON } from "../words.ts"

export interface SeasonInTitle {
  readonly season: number
  readonly start: number
  readonly end: number
}

const romans: Readonly<Record<string, number>> = { II: 2, III: 3, IV: 4, V: 5 }

const patterns: ReadonlyArray<RegExp> = [
  /(?<=[\s_.-])s(\d{1,2})$/i,
  /(?<=[\s_.-])(\d{1,2})(?:st|nd|rd|th)[\s_.]season$/i,
  new RegExp(String.raw`(?<=[\s_.\-])(?:${SEASON})[\s_.]?(\d{1,3})$`, "iu"),
  new RegExp(String.raw`第(${CHINESE_NUMBER})[季期]$`, "u"),
  /(?<=[\s_.])(II|III|IV|V)$/
]

/** The season that ends the title in front of an episode's number: `Name S2`, `Name 2nd Season`, `Name III`. */
export const seasonInTitle = (title: string): SeasonInTitle | null => {
  const trimmed = title.replace(/[\s_.[(-]{1,4}$/, "")
  for (const pattern of patterns) {
    const match = pattern.exec(trimmed)
    if (match === null) continue
    const season = romans[match[1]!] ?? numberOf(match[1]!)
    if (season > 0) return { season, start: match.index, end: match.index + match[0].length }
  }
  return null
}
