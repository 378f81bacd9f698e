/** Numbers that a rule read in the stem of a file. */
export interface Found {
  readonly rule: string
  /** The range of the text that contains these numbers. */
  readonly start: number
  readonly end: number
  /** The start of the title in front of it, after the name of a release group. */
  readonly titleStart: number
  readonly titleEnd: number
  readonly season: number | null
  readonly episode: number | null
  readonly episodeEnd: number | null
  readonly absolute: number | null
  readonly airDate: string | null
  readonly part: number | null
  /** True if the numbers only count inside a series: "Holiday - 05" may be anything. */
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

/** Maximum number of episodes in a file in addition to the first. A larger range is not a range of episodes. */
const LONGEST_RANGE = 30

/** The last episode of a range; null if the two numbers are not a range. */
export const rangeEnd = (first: number, last: number | null): number | null =>
  last !== null && last > first && last - first <= LONGEST_RANGE ? last : null
