import type { IncomingMessage } from "node:http"

/** How long input is still discarded after an answer. */
const DISCARD_MILLIS = 5_000
/** How long a client that sends too much may take to read the answer. */
const LINGER_MILLIS = 1_000

/**
 * Says that nothing more comes, and stops reading: the client can send no more than the system buffers, and has a second to
 * read the answer. Closing at once would reset the connection, and the client would lose the answer with it.
 */
const linger = (request: IncomingMessage): void => {
  request.pause()
  request.socket.end()
  setTimeout(() => request.destroy(), LINGER_MILLIS).unref()
}

/**
 * Discards the rest of a body whose answer is sent. The connection is kept when the body ends in time and within `mostBytes`,
 * and is closed otherwise.
 */
export const discardRest = (request: IncomingMessage, mostBytes = Number.POSITIVE_INFINITY): void => {
  if (request.complete || request.destroyed) return
  let left = mostBytes
  const count = (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) end()
  }
  const timer = setTimeout(() => end(), DISCARD_MILLIS)
  timer.unref()
  const end = () => {
    clearTimeout(timer)
    request.off("data", count)
    linger(request)
  }
  request.on("data", count)
  request.resume()
  for (const event of ["end", "close"]) request.once(event, () => clearTimeout(timer))
}
