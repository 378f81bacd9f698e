/** Numbers that a rule read in the stem of a file. */
export interface Found {
  readonly rule: string
  /** The range of the text that states this. */
  readonly start: number
  readonly end: number
  /** Where the title in front of it begins: behind the name of a release group. */
  readonly titleStart: number
  readonly titleEnd: number
  readonly season: number | null
  readonly episode: number | null
  readonly episodeEnd: number | null
  readonly absolute: number | null
  readonly airDate: string | null
  readonly part: number | null
  /** Says nothing outside of a series: "Holiday - 05" may be anything. */
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

/** A file contains at most this many episodes in addition to the first. A larger range is not one of episodes. */
const LONGEST_RANGE = 30

/** The last episode of a range, or null if the two numbers make none. */
export const rangeEnd = (first: number, last: number | null): number | null =>
  last !== null && last > first && last - first <= LONGEST_RANGE ? last : null
