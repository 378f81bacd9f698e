import { defaultLimits, type Limits } from "@media/http/edge/ConnectionLimits"
import { Connections } from "@media/http/edge/Connections"
import type { HandlerOptions } from "@media/http/edge/ServerHandlers"
import { makeEntrance } from "@media/http/request/Entrance"
import { rootAddress } from "@media/kernel/PublicAddress"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { connect, type AddressInfo, type Socket } from "node:net"
import { listen } from "./HttpServer.ts"

export interface Talk {
  readonly socket: Socket
  readonly heard: () => string
  readonly length: () => number
  readonly opened: () => Promise<void>
  readonly closed: () => Promise<void>
}

/** The connections that the current test has opened. `stop` closes them. */
const talks: Array<Talk> = []

/**
 * Opens a raw TCP connection, optionally from another address of this machine. With `isReading: false`, the client
 * neither reads nor notices that the server closed the connection.
 */
export const talk = (
  port: number,
  options: { readonly isReading?: boolean; readonly from?: string } = {}
): Talk => {
  const socket = connect({
    port,
    host: "127.0.0.1",
    allowHalfOpen: true,
    ...(options.from === undefined ? {} : { localAddress: options.from })
  })
  const chunks: Array<Buffer> = []
  let length = 0
  socket.on("data", (chunk: Buffer) => {
    length += chunk.length
    if (length < 1_000_000) chunks.push(chunk)
  })
  socket.on("error", () => undefined)
  if (options.isReading === false) socket.pause()
  const opened = new Promise<void>((resolve) => socket.once("connect", () => resolve()))
  // Resolves when the connection is closed, or when the server has ended its side of it.
  const closed = new Promise<void>((resolve) => {
    socket.once("end", () => {
      socket.end()
      resolve()
    })
    socket.once("close", () => resolve())
  })
  const made: Talk = {
    socket,
    heard: () => Buffer.concat(chunks).toString("latin1"),
    length: () => length,
    opened: () => opened,
    closed: () => closed
  }
  talks.push(made)
  return made
}

/** The production limits with shorter timeouts, so that tests finish quickly. */
const quick: Limits = {
  ...defaultLimits,
  headMillis: 300,
  answerMillis: 600,
  keepAliveMillis: 200,
  refusalMillis: 200,
  sweepMillis: 50
}

let scope: Scope.CloseableScope | undefined

/** Starts a server. By default, it responds "hello" to every request. */
export const start = async (
  limits: Partial<Limits> = {},
  options: Partial<HandlerOptions> = {},
  isProxy: (address: string) => boolean = () => false
): Promise<{ readonly connections: Connections; readonly port: number }> => {
  scope = await Effect.runPromise(Scope.make())
  const connections = new Connections({ ...quick, ...limits }, isProxy)
  const server = await Effect.runPromise(
    Scope.extend(
      listen({
        entrance: makeEntrance(rootAddress),
        host: "0.0.0.0",
        port: 0,
        connections,
        onRequest: (_request, response) => void response.end("hello"),
        isUpgradeSupported: ({ url }) => url === "/live",
        onUpgrade: ({ refuse }) => refuse({ status: 401, code: "no", message: "No." }),
        ...options
      }),
      scope
    )
  )
  return { connections, port: (server.address() as AddressInfo).port }
}

export const stop = async (): Promise<void> => {
  for (const one of talks.splice(0)) one.socket.destroy()
  if (scope !== undefined) await Effect.runPromise(Scope.close(scope, Exit.void))
  scope = undefined
}

export const get = (path = "/", more = ""): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`
export const websocket = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
