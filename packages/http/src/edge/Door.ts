import type { IncomingMessage, Server } from "node:http"
import type { Duplex } from "node:stream"
import type { Socket } from "node:net"
import type { Connections } from "./Connections.ts"
import { inTurn, type OnRequest } from "./InTurn.ts"
import { sayLast, type LastWord } from "./LastWord.ts"
import { ignoreOffer } from "./OtherProtocol.ts"
import { parserFailure } from "./ParserFailure.ts"

/** An accepted way out of HTTP: what becomes of the socket is up to whoever calls one of the two. */
export interface Upgrade {
  readonly request: IncomingMessage
  readonly socket: Socket
  readonly head: Buffer
  readonly accepted: () => void
  readonly refuse: (reason: LastWord) => void
}

export interface DoorOptions {
  readonly connections: Connections
  readonly onRequest: OnRequest
  /** Is this an offer of a protocol spoken at this address? All others are ignored. */
  readonly isWelcome: (request: IncomingMessage) => boolean
  readonly onUpgrade: (upgrade: Upgrade) => void
}

/** Ties the limits to a server's events. Every connection is under them from accept to close. */
export const guardDoor = (server: Server, options: DoorOptions): void => {
  const { connections } = options
  const { limits } = connections

  const leave = (socket: Duplex, reason: LastWord): void => {
    const held = connections.of(socket as Socket)
    if (held?.stage === "leaving") return
    if (held !== undefined) connections.enter(held, "leaving")
    sayLast(socket, reason, limits.lastWordMillis)
  }

  /** After the answers to what came before: an offer behind other requests waits for them. */
  const whenIdle = (socket: Socket, then: () => void): void => {
    const current = connections.of(socket)?.current
    if (current === undefined) then()
    else current.response.once("close", () => setImmediate(() => whenIdle(socket, then)))
  }

  // Before Node's own listener, which would parse what a refused connection says.
  server.prependListener("connection", (socket: Socket) => connections.admit(socket))
  server.on("request", inTurn(connections, options.onRequest))
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    whenIdle(socket, () => {
      const held = connections.of(socket)
      if (held === undefined || socket.destroyed) return void socket.destroy()
      if (!options.isWelcome(request)) return ignoreOffer(server, request, socket, head)
      connections.enter(held, "answering")
      options.onUpgrade({
        request,
        socket,
        head,
        accepted: () => connections.enter(held, "live"),
        refuse: (reason) => leave(socket, reason)
      })
    })
  })
  server.on("connect", (_request, socket) =>
    leave(socket, { status: 405, code: "method_not_allowed", message: "This server is no proxy." })
  )
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const reason = parserFailure(error)
    // Words in the middle of an answer would pass for a part of it.
    const isAnswered = connections.of(socket)?.current?.response.headersSent === true
    if (reason === undefined || isAnswered) socket.destroy()
    else leave(socket, reason)
  })
  const timer = setInterval(() => connections.sweep(), limits.sweepMillis)
  timer.unref()
  server.once("close", () => clearInterval(timer))
}
