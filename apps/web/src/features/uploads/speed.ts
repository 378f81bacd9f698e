/** The bytes sent at a time, in milliseconds of `performance.now()`. */
export interface Sample {
  readonly at: number
  readonly sent: number
}

/** A longer window reacts too late to speed changes; a shorter one fluctuates with each block. */
const WINDOW_MS = 5_000

export const addSample = (
  samples: ReadonlyArray<Sample>,
  sent: number,
  at = performance.now()
): ReadonlyArray<Sample> => [...samples.filter((sample) => at - sample.at <= WINDOW_MS), { at, sent }]

/** Bytes per second; undefined during the first second. */
export const speedOf = (samples: ReadonlyArray<Sample>): number | undefined => {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || last.at - first.at < 1_000) return undefined
  return ((last.sent - first.sent) / (last.at - first.at)) * 1_000
}
