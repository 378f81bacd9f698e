import { dated } from "./dates.ts"
import type { Found } from "./Found.ts"

// Other numbers next to a season and an episode: the broadcast date and the absolute number, which counts across all seasons.

/** Matches a number between separators of its own: ` - 892 - Title`, `[1527]`, `(001-002)`, `.001.`. */
const dashed = /^[\s_.]{1,2}-[\s_.]{1,2}(\d{2,4})(?:-\d{1,4}){0,3}(?=[\s_.]{1,2}-[\s_.])/
const boxed = /^[\s_.-]{0,3}[[(](\d{2,4})(?:-\d{2,4}){0,3}[\])]/
const dotted = /^\.(\d{3,4})(?=\.)/
/** Matches ` 214` at the end of the name, or at the end of a release group's brackets. */
const atEnd = /^[\s_.](\d{2,4})(?=[\s_.]*(?:$|[[(]))/
const beforeInGroup = /(?<=\p{L})[\s_.](\d{2,4})$/u

const isYear = (text: string): boolean => /^(?:19|20)\d\d$/.test(text)

const absoluteBehind = (text: string, { end }: Found): readonly [number, number] | null => {
  const rest = text.slice(end, end + 40)
  const match =
    boxed.exec(rest) ??
    dashed.exec(rest) ??
    dotted.exec(rest) ??
    (text.startsWith("[") ? atEnd.exec(rest) : null)
  return match === null || isYear(match[1]!) ? null : [Number(match[1]), end + match[0].length]
}

/** Reads `S20E01 - 892 - Title`: 892 is the absolute number, which counts across all seasons, and not part of the title. */
export const withAbsolute = (text: string, read: Found): Found => {
  if (read.absolute !== null) return read
  const behind = absoluteBehind(text, read)
  if (behind !== null) return { ...read, absolute: behind[0], end: behind[1] }
  if (!text.startsWith("[")) return read
  const before = text.slice(read.titleStart, read.titleEnd).trimEnd()
  const [whole, number] = beforeInGroup.exec(before) ?? []
  return whole === undefined || number === undefined || isYear(number)
    ? read
    : { ...read, absolute: Number(number), titleEnd: read.titleStart + before.length - whole.length }
}

/** Reads the date next to the numbers: `S01E05.2018-03-24` and `2018-03-24 S01E05`. */
export const withDay = (text: string, read: Found): Found => {
  const behind = dated(text.slice(read.end, read.end + 16))
  if (behind !== null && behind.start <= 3)
    return { ...read, airDate: behind.airDate, end: read.end + behind.end }
  const before = text.slice(read.titleStart, read.titleEnd).trimEnd()
  const day = dated(before)
  return day !== null && day.start > 0 && before.length - day.end <= 2
    ? { ...read, airDate: day.airDate, titleEnd: read.titleStart + day.start }
    : read
}
