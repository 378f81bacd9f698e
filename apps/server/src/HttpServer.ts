import type { Connections } from "@media/http/edge/Connections"
import { attachHandlers, type HandlerOptions } from "@media/http/edge/ServerHandlers"
import type { Entrance } from "@media/http/request/Entrance"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { createServer, type IncomingMessage, type Server, type ServerOptions } from "node:http"
import type { CertificateInUse } from "./tls/CertificateInUse.ts"
import { answerEncrypted } from "./tls/SecureSockets.ts"

/**
 * Time in milliseconds that running requests have to finish after the server is told to stop. Connections that are
 * still open afterwards, mostly streams, are closed.
 */
const graceMillis = 2_000

export class CannotListen extends Data.TaggedError("CannotListen")<{ readonly reason: string }> {
  override get message(): string {
    return this.reason
  }
}

const reasonOf = (cause: NodeJS.ErrnoException, host: string, port: number): string => {
  switch (cause.code) {
    case "EADDRINUSE":
      return `Port ${port} is in use by another program. Set PORT to a free port.`
    case "EACCES":
      return `This user does not have permission to listen on port ${port}. Set PORT to a port above 1023.`
    case "EADDRNOTAVAIL":
      return `HOST is set to ${host}, which is not an address of this machine. Set HOST to an address of this machine.`
    default:
      return `Cannot listen on ${host}:${port} (${cause.code ?? cause.message}).`
  }
}

const close = (server: Server, connections: Connections): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => connections.closeAll(), graceMillis)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })

/**
 * Number of connections that Node accepts above the configured total. `Connections` closes the surplus, but it can
 * choose which connection to close only after the new connection has been accepted.
 */
const weighedAtOnce = 64

/**
 * Returns the server options, including the timeouts that Node enforces. Node's time limit for a whole request is off,
 * because a separate limit applies to all request bodies except uploads.
 */
const serverOptions = ({ limits }: Connections): ServerOptions => ({
  headersTimeout: limits.headMillis,
  requestTimeout: 0,
  keepAliveTimeout: limits.keepAliveMillis,
  connectionsCheckingInterval: limits.sweepMillis,
  // After a few minutes, TCP keep-alive detects a client that disappeared without closing its connection.
  keepAlive: true,
  keepAliveInitialDelay: 60_000
})

interface ListenOptions extends Omit<HandlerOptions, "isUpgradeSupported"> {
  readonly host: string
  readonly port: number
  /** Removes the public base path from the target of each request, before any other code reads the target. */
  readonly entrance: Pick<Entrance, "enter" | "inside">
  /** True if the offered protocol is supported at this target. Other upgrade requests are handled as plain HTTP. */
  readonly isUpgradeSupported: (request: IncomingMessage, target: string) => boolean
  /** The certificate with which the server also accepts https, or undefined to accept only http. */
  readonly certificate?: CertificateInUse | undefined
}

const entering = ({ entrance, ...options }: ListenOptions): HandlerOptions => ({
  connections: options.connections,
  onRequest: (request, response) => {
    entrance.enter(request)
    options.onRequest(request, response)
  },
  isUpgradeSupported: (request) => options.isUpgradeSupported(request, entrance.inside(request.url ?? "")),
  onUpgrade: (upgrade) => {
    entrance.enter(upgrade.request)
    options.onUpgrade(upgrade)
  }
})

/** Starts a server that listens until the scope closes. */
export const listen = (options: ListenOptions) =>
  Effect.acquireRelease(
    Effect.async<Server, CannotListen>((resume) => {
      const server = createServer(serverOptions(options.connections))
      server.maxConnections = options.connections.limits.total + weighedAtOnce
      if (options.certificate !== undefined) answerEncrypted(server, options.certificate, options.connections)
      attachHandlers(server, entering(options))
      server.once("error", (cause: NodeJS.ErrnoException) =>
        resume(Effect.fail(new CannotListen({ reason: reasonOf(cause, options.host, options.port) })))
      )
      server.listen(options.port, options.host, () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.promise(() => close(server, options.connections))
  )
