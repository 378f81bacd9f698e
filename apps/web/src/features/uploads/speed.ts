/** The number of bytes sent until the time `at`, which is in milliseconds of `performance.now()`. */
export interface Sample {
  readonly at: number
  readonly sent: number
}

/**
 * Length of the time window for which the speed is computed. With a longer window, the speed would react too late to
 * changes. With a shorter window, it would fluctuate with each block of bytes that is sent.
 */
const WINDOW_MS = 5_000

export const addSample = (
  samples: ReadonlyArray<Sample>,
  sent: number,
  at = performance.now()
): ReadonlyArray<Sample> => [...samples.filter((sample) => at - sample.at <= WINDOW_MS), { at, sent }]

/** Returns the speed in bytes per second. Returns undefined during the first second. */
export const speedOf = (samples: ReadonlyArray<Sample>): number | undefined => {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || last.at - first.at < 1_000) return undefined
  return ((last.sent - first.sent) / (last.at - first.at)) * 1_000
}
