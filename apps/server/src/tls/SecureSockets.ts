import type { Connections } from "@media/http/edge/Connections"
import type { Server } from "node:http"
import type { Socket } from "node:net"
import { TLSSocket } from "node:tls"
import type { CertificateInUse } from "./CertificateInUse.ts"

/** The first byte of every TLS connection. No HTTP method begins with this byte. */
const handshakeByte = 0x16

/**
 * Makes a plain HTTP server also accept https on the same port. The first byte shows which protocol a client uses.
 * Plain HTTP requests still reach the request handler, because just closing their connection would not tell the client
 * why. Call this function after all "connection" listeners that need the raw socket have been added.
 */
export const answerEncrypted = (
  server: Server,
  certificate: CertificateInUse,
  connections: Connections
): void => {
  const [answer] = server.listeners("connection").slice(-1) as Array<(socket: Socket) => void>
  if (answer === undefined) throw new Error("the server has no listener for connections")
  server.off("connection", answer)

  const encrypt = (raw: Socket): void => {
    const encrypted = new TLSSocket(raw, {
      isServer: true,
      secureContext: certificate.context(),
      ALPNProtocols: ["http/1.1"]
    })
    connections.encrypt(raw, encrypted)
    // The time limit for the request head starts with the first byte of the connection, so it also ends a handshake
    // that never completes. See `Connections.sweep`.
    encrypted.once("secure", () => answer.call(server, encrypted))
  }

  server.on("connection", (raw: Socket) => {
    if (raw.destroyed) return
    raw.once("data", (head: Buffer) => {
      raw.pause()
      raw.unshift(head)
      if (head[0] === handshakeByte) return encrypt(raw)
      answer.call(server, raw)
      process.nextTick(() => raw.resume())
    })
  })
}
