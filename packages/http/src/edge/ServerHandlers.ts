import type { IncomingMessage, Server } from "node:http"
import type { Duplex } from "node:stream"
import type { Socket } from "node:net"
import type { Connections } from "./Connections.ts"
import { answerSequentially, type OnRequest } from "./SequentialRequests.ts"
import { refuseSocket, type Refusal } from "./Refusal.ts"
import { ignoreUpgrade } from "./IgnoreUpgrade.ts"
import { parserFailure } from "./ParserFailure.ts"

/** An upgrade to another protocol. The handler calls either `accepted` or `refuse`, once. */
export interface Upgrade {
  readonly request: IncomingMessage
  readonly socket: Socket
  readonly head: Buffer
  readonly accepted: () => void
  readonly refuse: (reason: Refusal) => void
}

export interface HandlerOptions {
  readonly connections: Connections
  readonly onRequest: OnRequest
  /** True if the offered protocol is supported at this path. Other upgrade requests are handled as plain HTTP. */
  readonly isUpgradeSupported: (request: IncomingMessage) => boolean
  readonly onUpgrade: (upgrade: Upgrade) => void
}

/**
 * Registers the event handlers that enforce the connection limits on a server, for every connection from accept to
 * close.
 */
export const attachHandlers = (server: Server, options: HandlerOptions): void => {
  const { connections } = options
  const { limits } = connections

  const refuse = (socket: Duplex, reason: Refusal): void => {
    const connection = connections.of(socket as Socket)
    if (connection?.stage === "closing") return
    if (connection !== undefined) connections.enter(connection, "closing")
    refuseSocket(socket, reason, limits.refusalMillis)
  }

  /** Calls `then` after the responses to earlier requests of the same connection. */
  const whenIdle = (socket: Socket, then: () => void): void => {
    const current = connections.of(socket)?.current
    if (current === undefined) then()
    else current.response.once("close", () => setImmediate(() => whenIdle(socket, then)))
  }

  // Run before Node's own listener, which would otherwise parse the input of a rejected connection.
  server.prependListener("connection", (socket: Socket) => connections.admit(socket))
  server.on("request", answerSequentially(connections, options.onRequest))
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    whenIdle(socket, () => {
      const connection = connections.of(socket)
      if (connection === undefined || socket.destroyed) return void socket.destroy()
      if (!options.isUpgradeSupported(request)) return ignoreUpgrade(server, request, socket, head)
      connections.enter(connection, "answering")
      options.onUpgrade({
        request,
        socket,
        head,
        accepted: () => connections.enter(connection, "live"),
        refuse: (reason) => refuse(socket, reason)
      })
    })
  })
  server.on("connect", (_request, socket) =>
    refuse(socket, { status: 405, code: "method_not_allowed", message: "This server is not a proxy." })
  )
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const reason = parserFailure(error)
    // Do not send an error if a response has started, because the client would treat it as part of that response.
    const isAnswered = connections.of(socket)?.current?.response.headersSent === true
    if (reason === undefined || isAnswered) socket.destroy()
    else refuse(socket, reason)
  })
  const timer = setInterval(() => connections.sweep(), limits.sweepMillis)
  timer.unref()
  server.once("close", () => clearInterval(timer))
}
