import { dayOfCameraName } from "../release/cameraName.ts"
import { anime } from "./anime.ts"
import { dated } from "./dates.ts"
import { episodeWord } from "./episodeWord.ts"
import type { Found } from "./Found.ts"
import { lettered, multiplied } from "./numbered.ts"
import { seasonInTitle } from "./seasonInTitle.ts"

const overlaps = (a: Found, b: Found): boolean => a.start < b.end && b.start < a.end

const withSeason = (text: string, read: Found): Found => {
  const before = text.slice(read.titleStart, read.titleEnd)
  const stated = seasonInTitle(before)
  return stated === null
    ? read
    : { ...read, season: stated.season, titleEnd: read.titleStart + stated.start, needsSeries: false }
}

/** `S01E05.2018-03-24`: the day that follows the numbers. */
const withDay = (text: string, read: Found): Found => {
  const day = dated(text.slice(read.end, read.end + 14))
  return day === null || day.start > 2 ? read : { ...read, airDate: day.airDate, end: read.end + day.end }
}

/** The rules E1 to E5 on a stem: patterns that prove an episode without other evidence. */
export const explicitOf = (text: string): Found | null => {
  if (!/\d/.test(text)) return null
  const first = lettered(text)
  if (first !== null) {
    const counted = text.startsWith("[") ? anime(text) : null
    const dash =
      counted ?? (/\s-\s\d/.test(text) ? anime(text.slice(0, first.start).replace(/[\s([]+$/, "")) : null)
    return dash === null || overlaps(dash, first)
      ? withDay(text, first)
      : {
          ...first,
          absolute: dash.absolute,
          titleStart: dash.titleStart,
          titleEnd: Math.min(dash.start, first.start)
        }
  }
  if (dayOfCameraName(text.trim()) !== null) return null
  const times = multiplied(text)
  const day = dated(text)
  if (times !== null && !(day !== null && overlaps(times, day))) return withDay(text, times)
  if (day !== null) return day
  const counted = anime(text)
  return counted === null ? episodeWord(text) : withSeason(text, counted)
}
