import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { Duplex } from "node:stream"

/** A silent connection is closed; an upload or a stream that moves is not, however long it takes. */
const idleMillis = 120_000
const maxConnections = 2_000
/** Requests under way may finish; then what is still open (streams mostly) is cut. */
const graceMillis = 2_000

export class CannotListen extends Data.TaggedError("CannotListen")<{ readonly reason: string }> {
  override get message(): string {
    return this.reason
  }
}

const reasonOf = (cause: NodeJS.ErrnoException, host: string, port: number): string => {
  switch (cause.code) {
    case "EADDRINUSE":
      return `Port ${port} is in use by another program. Set PORT to a free one.`
    case "EACCES":
      return `This user may not listen on port ${port}. Set PORT to one above 1023.`
    case "EADDRNOTAVAIL":
      return `HOST ${host} is not an address of this machine.`
    default:
      return `Cannot listen on ${host}:${port} (${cause.code ?? cause.message}).`
  }
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), graceMillis).unref()
  })

/** Listens until the scope closes. Node's limit on a whole request is off: a 20 GB upload takes its time. */
export const listen = (options: {
  readonly host: string
  readonly port: number
  readonly onRequest: (request: IncomingMessage, response: ServerResponse) => void
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}) =>
  Effect.acquireRelease(
    Effect.async<Server, CannotListen>((resume) => {
      const server = createServer({ requestTimeout: 0, headersTimeout: 30_000, keepAliveTimeout: 10_000 })
      server.maxConnections = maxConnections
      server.setTimeout(idleMillis)
      server.on("request", options.onRequest)
      server.on("upgrade", options.onUpgrade)
      server.on("clientError", (_error, socket) => {
        if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
      })
      server.once("error", (cause: NodeJS.ErrnoException) =>
        resume(Effect.fail(new CannotListen({ reason: reasonOf(cause, options.host, options.port) })))
      )
      server.listen(options.port, options.host, () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.promise(() => close(server))
  )
