import { coreOf } from "../episodes/core.ts"
import { rawOf, type Segment } from "../path.ts"
import { readRelease, titled } from "../release/readRelease.ts"
import { endWithoutSeparators, startWithoutSeparators } from "../trim.ts"
import type { SeriesTitle } from "./Tree.ts"

const years = /[([]((?:18[89]|19\d|20\d)\d)(?:-(?:\d{4})?)?[)\]]/g

/**
 * Removes release words from a series title. A year at the end of a name with spaces may be part of the title: "Space
 * 1999". In a name with dots, the year distinguishes two series.
 */
const withoutRelease = (text: string): SeriesTitle => {
  if (!/\d/.test(text)) return { title: titled(text), year: null }
  const { date, part, rest, title } = readRelease(text)
  const isWhole = rest === null || (text.includes(" ") && /^[\s\d]*$/.test(rest))
  if (isWhole) return { title: titled(text), year: null }
  return { title: `${title} ${part}`.trim(), year: date === null ? null : Number(date.slice(0, 4)) }
}

/**
 * Returns the series title in a range of a name: the text between a leading group in brackets and trailing brackets. A
 * year in brackets is not part of the title.
 */
export const seriesTitleIn = (segment: Segment, from: number, to: number, text: string): SeriesTitle => {
  const range = text.slice(from, to)
  const core = range.startsWith("[") ? coreOf(range) : { start: 0, end: range.length, hasGroup: false }
  const start = from + startWithoutSeparators(range, core.hasGroup ? core.start : 0)
  const year = [...text.slice(start, to).matchAll(years)].findLast(({ index }) => index > 0)
  const yearAt = year === undefined ? to : start + year.index
  let end = endWithoutSeparators(text, start, yearAt)
  while (end > start && text[end - 1] === "]") {
    const open = text.lastIndexOf("[", end - 1)
    const next = open < 0 ? start : endWithoutSeparators(text, start, open)
    if (next <= start) break
    end = next
  }
  const { title, year: own } = withoutRelease(rawOf(segment, start, end).replace(/^\[|\]$/g, ""))
  return { title, year: year === undefined ? own : Number(year[1]) }
}
