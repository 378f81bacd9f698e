import type { IncomingMessage } from "node:http"

/** How long input is still discarded after an answer. */
const discardMillis = 5_000

/**
 * Discards the rest of a body whose answer is sent, and closes the connection when it has not ended in time. Closing at once
 * would reset the connection before the client has read the answer.
 */
export const discardRest = (request: IncomingMessage): void => {
  if (request.complete || request.destroyed) return
  request.resume()
  const timer = setTimeout(() => request.destroy(), discardMillis)
  timer.unref()
  for (const event of ["end", "close"]) request.once(event, () => clearTimeout(timer))
}
