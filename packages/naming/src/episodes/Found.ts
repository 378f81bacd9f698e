/** Numbers that a rule found in the stem of a file name. */
export interface Found {
  readonly rule: string
  /** The range of the text that contains these numbers. */
  readonly start: number
  readonly end: number
  /** Start offset of the title, which comes before the numbers and after the release group, if there is one. */
  readonly titleStart: number
  readonly titleEnd: number
  readonly season: number | null
  readonly episode: number | null
  readonly episodeEnd: number | null
  readonly absolute: number | null
  readonly airDate: string | null
  readonly part: number | null
  /** True if the numbers are valid only inside a series. Elsewhere, "Holiday - 05" may be any video. */
  readonly needsSeries: boolean
}

type Given = Pick<Found, "rule" | "start" | "end"> & Partial<Found>

export const found = (given: Given): Found => ({
  titleStart: 0,
  titleEnd: given.start,
  season: null,
  episode: null,
  episodeEnd: null,
  absolute: null,
  airDate: null,
  part: null,
  needsSeries: false,
  ...given
})

/** Maximum difference between the first and the last episode of a file. Numbers that differ by more are not a range. */
const LONGEST_RANGE = 30

/** Returns the last episode of a range. Null if the two numbers are not a range. */
export const rangeEnd = (first: number, last: number | null): number | null =>
  last !== null && last > first && last - first <= LONGEST_RANGE ? last : null
