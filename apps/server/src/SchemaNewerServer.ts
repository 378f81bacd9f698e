import type { Connections } from "@media/http/edge/Connections"
import { canonicalPath } from "@media/http/request/CanonicalPath"
import type { Entrance } from "@media/http/request/Entrance"
import { establish } from "@media/http/request/RequestFacts"
import { sendError } from "@media/http/response/SendError"
import { setSecurityHeaders } from "@media/http/response/SecurityHeaders"
import type { StaticSite } from "@media/http/StaticSite"
import { schemaNewerAnswer as closed } from "@media/features/platform/system/gateKeeper"
import { StandingWarnings } from "@media/features/StandingWarnings"
import { tlsConfig } from "@media/kernel/ProcessConfig"
import { productVersion } from "@media/kernel/Version"
import * as Effect from "effect/Effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { BlockList } from "node:net"
import { certificateInUse } from "./tls/CertificateInUse.ts"
import { listen } from "./HttpServer.ts"

const health = {
  status: "degraded",
  version: productVersion,
  database: "ok",
  worker: { lastSeenAt: null },
  ffmpeg: { available: false, version: null }
}
const status = {
  bootState: "schema-newer",
  version: productVersion,
  breakingGate: null,
  startedAt: null,
  warnings: [],
  ffmpeg: null,
  installation: null
}
const answers: Readonly<Record<string, readonly [status: number, data: unknown]>> = {
  // The status is 503, so that monitors do not treat this server as working.
  "/api/health": [503, health],
  "/api/system/status": [200, status]
}

const send = (response: ServerResponse, code: number, data: unknown): void => {
  const body = JSON.stringify({ ok: true, data })
  response.writeHead(code, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store"
  })
  response.end(response.req.method === "HEAD" ? undefined : body)
}

/**
 * Runs a reduced server when a newer version has already upgraded the database. This server provides only its health,
 * its status, and the web app, which explains the situation to users. It has no database connection, so it cannot write
 * to the database.
 */
export const schemaNewerServer = (options: {
  readonly host: string
  readonly port: number
  readonly site: StaticSite
  readonly entrance: Entrance
  readonly proxies: BlockList
  readonly connections: Connections
  readonly strictTransport: string
  readonly message: string
}) => {
  const { connections, message, proxies, site } = options
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const origin = establish(request, proxies)
    setSecurityHeaders(response, origin, options.strictTransport)
    const target = canonicalPath(request.url ?? "")
    if (target._tag === "Refused") return sendError(response, target.status, "not_found", target.reason)
    const { pathname } = target
    const isRead = request.method === "GET" || request.method === "HEAD"
    const answer = isRead ? answers[pathname] : undefined
    if (answer !== undefined) return send(response, ...answer)
    if (/^\/(api|opds)(\/|$)/.test(pathname))
      return sendError(response, closed.status, closed.code, message, { Connection: "close" })
    if (!site.serve(pathname, request, response))
      sendError(response, 404, "not_found", "This page does not exist.")
  }
  return Effect.gen(function* () {
    yield* listen({
      host: options.host,
      port: options.port,
      connections,
      entrance: options.entrance,
      certificate: yield* certificateInUse(yield* tlsConfig),
      onRequest,
      isUpgradeSupported: () => false,
      onUpgrade: ({ refuse }) => refuse({ ...closed, message })
    })
    yield* Effect.logError(message)
    return yield* Effect.never
  }).pipe(Effect.scoped, Effect.provide(StandingWarnings.layer))
}
