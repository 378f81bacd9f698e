/** The time that a client should wait after a 503 that names none. */
const SECONDS = 10

/** Headers of a failure: a client that gets 503 is always told when to try again. */
export const retryAfter = (status: number, seconds = status === 503 ? SECONDS : undefined) =>
  seconds === undefined ? {} : { "retry-after": String(seconds) }
