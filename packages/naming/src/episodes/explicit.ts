import { dayOfCameraName } from "../release/cameraName.ts"
import { withAbsolute, withDay } from "./adjacent.ts"
import { anime } from "./anime.ts"
import { counted as countedIn } from "./counted.ts"
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
    : {
        ...read,
        season: stated.season,
        titleEnd: read.titleStart + before.slice(0, stated.start).replace(/[\s._[(-]+$/, "").length,
        needsSeries: false
      }
}

const withNeighbors = (text: string, read: Found): Found =>
  withDay(text, withAbsolute(text, withDay(text, read)))

/** Excludes the season from the title: `Name - Temporada 2 [Cap.201]`. */
const withoutSeason = (text: string, read: Found): Found => {
  const stated = seasonInTitle(text.slice(read.titleStart, read.titleEnd))
  return stated === null ? read : { ...read, titleEnd: read.titleStart + stated.start }
}

/** Applies the rules E1 to E5 to a stem: patterns that prove an episode without other evidence. */
export const explicitOf = (text: string): Found | null => {
  if (!/[\d一二三四五六七八九十]/.test(text)) return null
  const first = lettered(text)
  if (first !== null) {
    const counted = text.startsWith("[") ? anime(text) : null
    const dash =
      counted ?? (/\s-\s\d/.test(text) ? anime(text.slice(0, first.start).replace(/[\s([]+$/, "")) : null)
    return dash === null || overlaps(dash, first)
      ? withNeighbors(text, first)
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
  if (times !== null && !(day !== null && overlaps(times, day))) return withNeighbors(text, times)
  if (day !== null) return day
  const special = countedIn(text)
  if (special !== null) return special.season === null ? special : withoutSeason(text, special)
  const counted = anime(text) ?? episodeWord(text)
  return counted === null ? null : withSeason(text, counted)
}
