/** Default waiting time of a client after a 503. */
const SECONDS = 10

/** Headers of a failure: every 503 tells the client when to retry. */
export const retryAfter = (status: number, seconds = status === 503 ? SECONDS : undefined) =>
  seconds === undefined ? {} : { "retry-after": String(seconds) }
