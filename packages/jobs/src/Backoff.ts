const ceilingSeconds = 3_600

/**
 * Returns the delay in seconds before the attempt that follows failed attempt number n: 2^n, at most an hour. The delay
 * varies randomly by a fifth, so that jobs that failed together do not retry together. Fifteen attempts take about four
 * and a half hours. `random` is in [0, 1).
 */
export const retryDelaySeconds = (attempt: number, random: number): number =>
  Math.min(ceilingSeconds, 2 ** attempt) * (0.8 + 0.4 * random)
