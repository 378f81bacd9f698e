import type { IncomingMessage, Server } from "node:http"
import type { Duplex } from "node:stream"

const upgradeHeaders = new Set(["upgrade", "http2-settings"])

/**
 * Returns the original request head without the upgrade headers. The parser accepted all names and values, so they are
 * safe to repeat.
 */
const headWithoutUpgrade = ({ httpVersion, method, rawHeaders, url }: IncomingMessage): string => {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n`
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (!upgradeHeaders.has(name.toLowerCase())) head += `${name}: ${rawHeaders[index + 1]}\r\n`
  }
  return `${head}\r\n`
}

/**
 * Handles an upgrade request as plain HTTP, which RFC 9110 (7.8) allows: curl and Java offer h2c with their first
 * request, even with a body. Node passes every upgrade to the `upgrade` listeners and stops parsing, so the request is
 * put back into the socket, and the server treats the socket as a new connection.
 */
export const ignoreUpgrade = (
  server: Server,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer
): void => {
  socket.unshift(Buffer.concat([Buffer.from(headWithoutUpgrade(request), "latin1"), head]))
  server.emit("connection", socket)
}
