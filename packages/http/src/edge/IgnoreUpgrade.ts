import type { IncomingMessage, Server } from "node:http"
import type { Duplex } from "node:stream"

const upgradeHeaders = new Set(["upgrade", "http2-settings"])

/** The original request head without the upgrade. The parser accepted every name and value, so they can be repeated. */
const headWithoutUpgrade = ({ httpVersion, method, rawHeaders, url }: IncomingMessage): string => {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n`
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (!upgradeHeaders.has(name.toLowerCase())) head += `${name}: ${rawHeaders[index + 1]}\r\n`
  }
  return `${head}\r\n`
}

/**
 * Answers an upgrade request as plain HTTP, which RFC 9110 (7.8) allows: curl and Java offer h2c with their first
 * request, even with a body. Node passes every upgrade to the `upgrade` listeners and stops parsing, so the request is
 * put back into the socket, which starts over as a connection of the server.
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
