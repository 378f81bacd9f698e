import { errorEnvelope } from "@media/wire/Envelope"
import { STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { newRequestId } from "../request/RequestFacts.ts"
import { securityHeaders } from "../response/SecurityHeaders.ts"

export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

/**
 * Sends an error on a bare socket and closes the socket. The socket is not destroyed immediately, because this would
 * reset the connection before the client has read the error. The socket is destroyed when the client has closed its
 * side. If the client never closes its side, the socket is destroyed after `millis`, so that it does not occupy the
 * descriptor.
 */
export const refuseSocket = (socket: Duplex, { code, message, status }: Refusal, millis: number): void => {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const timer = setTimeout(() => socket.destroy(), millis)
  socket.once("close", () => clearTimeout(timer))
  socket.once("end", () => socket.destroy())
  const body = JSON.stringify(errorEnvelope(code, message))
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
      "Connection: close",
      "Content-Type: application/json; charset=utf-8",
      "Cache-Control: no-store",
      ...Object.entries(securityHeaders(newRequestId())).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body
    ].join("\r\n")
  )
  // Read the remaining input, because closing a socket with unread input would reset the connection.
  socket.resume()
}
