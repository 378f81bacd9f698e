/** Numbers that a rule read in the stem of a file. */
export interface Found {
  readonly rule: string
  /** The range of the text that says so. */
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

/** A file holds at most this many episodes more than one; a larger number is none of an episode. */
const LONGEST_RANGE = 30

/** The last episode of a range, or null if the two numbers make none. */
export const rangeEnd = (first: number, last: number | null): number | null =>
  last !== null && last > first && last - first <= LONGEST_RANGE ? last : null
