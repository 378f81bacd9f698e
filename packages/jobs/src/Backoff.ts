const ceilingSeconds = 3_600

/**
 * Seconds until the next attempt after attempt `n` failed: 2^n, at most an hour, plus or minus a fifth so that jobs
 * that failed together do not retry together. Fifteen attempts span about four and a half hours. `random` is in [0, 1).
 */
export const retryDelaySeconds = (attempt: number, random: number): number =>
  Math.min(ceilingSeconds, 2 ** attempt) * (0.8 + 0.4 * random)
