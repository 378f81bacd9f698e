import { type Found, found, rangeEnd } from "./Found.ts"
import { dated, datedShort } from "./dates.ts"

// Number formats that occur only in certain kinds of releases.

/**
 * Matches a part number followed by the total number of parts: `01of06`, `(1 von 3)`. Three or more parts count as a series.
 */
const ofAll =
  /(?<![\p{L}\d])(?:(?:part|teil|episode)[\s._]?)?(\d{1,2})[\s._]?(?:of|von)[\s._]?(\d{1,2})(?![\p{L}\d])/iu
/** Matches a season with a two-digit episode, as in Spanish releases: `[Cap.201]`, `[Cap.201_203]`. */
const cap = /(?<![a-z])cap\.\s?(\d{1,2})(\d{2})(?:_(\d{1,2})(\d{2}))?(?!\d)/i
/** Matches the episode and the broadcast date of a Korean release: `Name.E03.210304.1080p`. */
const episodeAndDay = /(?<=[\s._])E(\d{2,4})[._\s](?=\d{6}(?!\d))/

export const counted = (text: string): Found | null => {
  const all = ofAll.exec(text)
  if (all !== null && Number(all[2]) >= 3 && Number(all[1]) >= 1 && Number(all[1]) <= Number(all[2]))
    return found({
      rule: "number-of-all",
      start: all.index,
      end: all.index + all[0].length,
      episode: Number(all[1]),
      // "7 of 9" may be a title, but "7of9" is not.
      needsSeries: /[\s._]/.test(all[0])
    })
  const spanish = cap.exec(text)
  if (spanish !== null) {
    const [, season, first, lastSeason, last] = spanish
    const bracket = text.indexOf("[")
    return found({
      rule: "season-and-two-digits",
      start: spanish.index,
      end: spanish.index + spanish[0].length,
      titleEnd: bracket > 0 ? Math.min(bracket, spanish.index) : spanish.index,
      season: Number(season),
      episode: Number(first),
      episodeEnd: lastSeason === season ? rangeEnd(Number(first), Number(last)) : null
    })
  }
  const korean = episodeAndDay.exec(text)
  if (korean === null || korean.index < 1) return null
  const from = korean.index + korean[0].length
  const day = datedShort(text.slice(from, from + 6)) ?? dated(text.slice(from, from + 6))
  return day === null
    ? null
    : found({
        rule: "episode-word",
        start: korean.index,
        end: from + 6,
        episode: Number(korean[1]),
        airDate: day.airDate
      })
}
