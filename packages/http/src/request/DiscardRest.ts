import type { IncomingMessage } from "node:http"

/** How long input is still discarded after an answer. */
const discardMillis = 5_000

/**
 * Discards the rest of a body whose answer is sent; the connection is kept when it has ended in time and within `mostBytes`, and
 * closed otherwise. Closing at once would reset the connection before the client has read the answer.
 */
export const discardRest = (request: IncomingMessage, mostBytes = Number.POSITIVE_INFINITY): void => {
  if (request.complete || request.destroyed) return
  let left = mostBytes
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  request.resume()
  const timer = setTimeout(() => request.destroy(), discardMillis)
  timer.unref()
  for (const event of ["end", "close"]) request.once(event, () => clearTimeout(timer))
}
