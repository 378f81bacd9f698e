import type { IncomingMessage, Server } from "node:http"
import type { Duplex } from "node:stream"

const offers = new Set(["upgrade", "http2-settings"])

/** The request as it came, without its offer. The parser let every name and value through, so they can be repeated. */
const headWithoutOffer = ({ httpVersion, method, rawHeaders, url }: IncomingMessage): string => {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n`
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (!offers.has(name.toLowerCase())) head += `${name}: ${rawHeaders[index + 1]}\r\n`
  }
  return `${head}\r\n`
}

/**
 * Answers a request that offered another protocol as if it had not: an offer may be ignored (RFC 9110, 7.8). curl
 * and Java offer h2c with their first request, bodies included. Node gives every offer to the `upgrade` listeners and
 * stops parsing; the request is put back into the socket, which begins again as a connection of the server.
 */
export const ignoreOffer = (server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void => {
  socket.unshift(Buffer.concat([Buffer.from(headWithoutOffer(request), "latin1"), head]))
  server.emit("connection", socket)
}
