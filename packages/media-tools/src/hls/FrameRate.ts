import type { Rational, StreamFacts } from "../ProbeFacts.ts"

/** Common frame rates. A rate that a container has rounded is replaced with the exact rate that is nearly equal. */
const STANDARD: ReadonlyArray<Rational> = [
  { num: 24000, den: 1001 },
  { num: 24, den: 1 },
  { num: 25, den: 1 },
  { num: 30000, den: 1001 },
  { num: 30, den: 1 },
  { num: 48000, den: 1001 },
  { num: 48, den: 1 },
  { num: 50, den: 1 },
  { num: 60000, den: 1001 },
  { num: 60, den: 1 }
]

/**
 * Maximum relative difference at which two rates count as equal, such as 2997/100 and 30000/1001. Over two hours at
 * 30/s, 5e-6 is one frame.
 */
const SNAP = 5e-6
/** Maximum relative difference between the exact and the average rate of a source with a constant rate. */
const CONSTANT = 0.005
const MAX_RATE = 60
const MIN_RATE = 5

export const rateOf = (rate: Rational): number => rate.num / rate.den

export interface OutputRate {
  readonly rate: Rational
  /**
   * False if frames come at uneven intervals or at more than 60/s. The output then uses its own grid instead of the
   * source's.
   */
  readonly isSourceGrid: boolean
}

/** Returns the frame grid for every rendition. */
export const outputRate = (video: StreamFacts): OutputRate => {
  const exact = valid(video.frameRate)
  const average = valid(video.averageFrameRate)
  if (exact === undefined && average === undefined) return { rate: { num: 25, den: 1 }, isSourceGrid: false }
  if (exact !== undefined && (average === undefined || isNear(rateOf(exact), rateOf(average), CONSTANT))) {
    return bounded(snap(exact))
  }
  return { rate: { num: variableRate(exact, average), den: 1 }, isSourceGrid: false }
}

/**
 * Returns the rate for frames at uneven times: a whole number that is high enough to represent each frame
 * (`r_frame_rate`, at most 60). If `r_frame_rate` is above 120, it is only the resolution of the container's clock, so
 * the average rate is used instead.
 */
const variableRate = (exact: Rational | undefined, average: Rational | undefined): number => {
  const finest = exact === undefined ? Number.POSITIVE_INFINITY : rateOf(exact)
  if (finest <= 120) return Math.max(MIN_RATE, Math.round(Math.min(MAX_RATE, finest)))
  return average !== undefined && rateOf(average) <= 30 ? 30 : MAX_RATE
}

const bounded = (rate: Rational): OutputRate => {
  let { num, den } = rate
  let isSourceGrid = true
  while (num / den > MAX_RATE + 0.01) {
    den *= 2
    isSourceGrid = false
  }
  while (num / den < MIN_RATE) {
    num *= 2
    isSourceGrid = false
  }
  return { rate: snap({ num, den }), isSourceGrid }
}

const valid = (rate: Rational | undefined): Rational | undefined =>
  rate !== undefined && rate.num > 0 && rate.den > 0 && Number.isFinite(rateOf(rate)) ? rate : undefined

const snap = (rate: Rational): Rational =>
  STANDARD.find((standard) => isNear(rateOf(standard), rateOf(rate), SNAP)) ?? rate

const isNear = (a: number, b: number, relative: number): boolean => Math.abs(a - b) <= relative * b
