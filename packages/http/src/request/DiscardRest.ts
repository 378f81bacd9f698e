import type { IncomingMessage } from "node:http"

/** Maximum time in milliseconds during which the remaining input is discarded after a response. */
const DISCARD_MILLIS = 5_000
/**
 * If a client has sent too much, its connection is destroyed after this time in milliseconds. The delay allows the
 * client to read the response.
 */
const LINGER_MILLIS = 1_000

/**
 * Closes the connection for writing and stops reading, so that the client can send only as much as the system buffers.
 * The client has a second to read the response before the connection is destroyed. Destroying it immediately would
 * reset it, and the client would lose the response.
 */
const linger = (request: IncomingMessage): void => {
  request.pause()
  request.socket.end()
  setTimeout(() => request.destroy(), LINGER_MILLIS).unref()
}

/**
 * Discards the rest of a body after its response was sent. The connection stays open if the body ends in time and
 * within `mostBytes`, and is closed otherwise.
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
