/** How much was sent at a time: bytes, and milliseconds of `performance.now()`. */
export interface Sample {
  readonly at: number
  readonly sent: number
}

/** Longer, and it follows a change of the line too late; shorter, and it jumps with each block. */
const WINDOW_MS = 5_000

export const addSample = (
  samples: ReadonlyArray<Sample>,
  sent: number,
  at = performance.now()
): ReadonlyArray<Sample> => [...samples.filter((sample) => at - sample.at <= WINDOW_MS), { at, sent }]

/** Bytes a second; unknown before a second of it was seen. */
export const speedOf = (samples: ReadonlyArray<Sample>): number | undefined => {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || last.at - first.at < 1_000) return undefined
  return ((last.sent - first.sent) / (last.at - first.at)) * 1_000
}
