import type { PublicAddress } from "@media/kernel/PublicAddress"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { BlockList } from "node:net"
import type { Connections } from "./edge/Connections.ts"
import type { BodyRule, RawRoute } from "./RawRoute.ts"
import { serveRaw, type Gate, type RawCall } from "./RawServer.ts"
import { isLoggingAccess, logAccess } from "./request/AccessLog.ts"
import { hostRefusal, type IsHostAllowed } from "./request/AllowedHost.ts"
import { admitBody, beginBody } from "./request/BodyGate.ts"
import { canonicalPath } from "./request/CanonicalPath.ts"
import type { Entrance } from "./request/Entrance.ts"
import { crossOrigin } from "./response/CrossOrigin.ts"
import { healthPath, refusePlain } from "./response/RefusePlain.ts"
import { isKnownName, setupPath, setupRefusal } from "./request/KnownName.ts"
import { presentedToken } from "./request/PresentedToken.ts"
import { establish } from "./request/RequestFacts.ts"
import { isSameOrigin, isUnsafeMethod } from "./request/SameOrigin.ts"
import { setSecurityHeaders } from "./response/SecurityHeaders.ts"
import { sendError } from "./response/SendError.ts"
import type { Routable, RouteTable } from "./RouteTable.ts"
import type { StaticSite } from "./StaticSite.ts"

/**
 * An entry of the route table: a raw route, or a placeholder for a typed route, whose requests the listener passes to
 * `api`.
 */
export interface Endpoint<R> extends Routable {
  readonly raw?: RawRoute<R>
}

export interface ListenerOptions<R> {
  readonly routes: RouteTable<Endpoint<R>>
  readonly gate: Gate<R>
  /** Runs the work of a raw route in the context of its request. */
  readonly within?: <A, E>(request: IncomingMessage, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  readonly api: (request: IncomingMessage, response: ServerResponse) => void
  /** Maximum size in bytes of the body of a typed route. Larger bodies are rejected with 413. */
  readonly maxJsonBytes: number
  /** Called after each request that may have changed data, before the same client can send its next request. */
  readonly afterChange: () => void
  readonly site: StaticSite
  readonly proxies: BlockList
  readonly connections: Connections
  /** The public URL, with the translation from public paths to the paths of the routes. */
  readonly address: PublicAddress
  readonly entrance: Pick<Entrance, "asked" | "cookiePath">
  readonly isHostAllowed: IsHostAllowed
  /** True if the operator has listed the allowed hosts. */
  readonly areHostsListed: boolean
  /** The value of the HSTS header, which is sent over https. */
  readonly strictTransport: string
  /** True if the server has a certificate. Plain http requests are then redirected to https. */
  readonly isEncrypted: boolean
  /**
   * Returns the error for a path that is not served at the moment, otherwise undefined. Called for every route, before
   * the caller is identified.
   */
  readonly closed: (pathname: string) => Closed | undefined
}

export interface Closed {
  readonly status: 503
  readonly code: string
  readonly message: string
}

/** Value of `Retry-After` in seconds for requests to a closed path. */
const retryClosed = "5"

const isApi = (pathname: string): boolean => pathname === "/api" || pathname.startsWith("/api/")

/**
 * Creates the listener, which takes every request through the same steps: request id and security headers, canonical
 * path, requested host, cross-origin rules, route table, same-origin rule for changes by cookie, body, route. No
 * request bypasses these steps.
 */
export const makeListener = <R>(options: ListenerOptions<R>) =>
  Effect.gen(function* () {
    const isVerbose = yield* isLoggingAccess
    const run = Runtime.runFork(yield* Effect.runtime<R>())
    const { connections, routes } = options
    const { asked, cookiePath } = options.entrance
    const { names } = options.address
    const appOrigin = options.address.app?.origin
    // If the operator has listed the allowed hosts, generated URLs may contain the host of the request. Otherwise, that
    // host may belong to an attacker, so generated URLs contain the public URL, if one is configured.
    const publicAddress =
      appOrigin === undefined || options.areHostsListed ? undefined : appOrigin + options.address.appPath
    const allowOrigin = crossOrigin(options.address)
    const typedBody: BodyRule = { maxJsonBytes: options.maxJsonBytes }

    const runRaw = (call: RawCall<R>): void => {
      const work = serveRaw(call, options.gate, connections)
      const fiber = run(options.within?.(call.request, work) ?? work)
      call.response.once("close", () => fiber.unsafeInterruptAsFork(fiber.id()))
    }

    return (request: IncomingMessage, response: ServerResponse): void => {
      const startedAt = performance.now()
      const origin = establish(request, options.proxies, cookiePath, publicAddress)
      setSecurityHeaders(response, origin, options.strictTransport)
      logAccess(request, response, origin, { startedAt, isVerbose, run })
      const target = canonicalPath(request.url ?? "")
      if (target._tag === "Refused") {
        if (target.instead !== undefined && !isUnsafeMethod(request.method))
          return void response.writeHead(308, { Location: target.instead, "Content-Length": 0 }).end()
        const code = target.status === 400 ? "validation" : "not_found"
        return sendError(response, target.status, code, target.reason)
      }
      const { pathname } = target
      if (pathname !== healthPath && !options.isHostAllowed(request))
        return sendError(response, hostRefusal.status, hostRefusal.code, hostRefusal.message)
      if (options.isEncrypted && !origin.isSecure && pathname !== healthPath)
        return refusePlain(request, response, asked(request))
      if (isApi(pathname) && allowOrigin(request, response)) return
      const match = routes.find(request.method, pathname)
      if (match._tag === "NoRoute" && !isApi(pathname)) {
        if (options.site.serve(pathname, request, response)) return
        if (request.method === "GET" || request.method === "HEAD")
          return sendError(response, 404, "not_found", "This page does not exist.")
        return sendError(response, 405, "method_not_allowed", "Pages support only GET and HEAD.", {
          Allow: "GET, HEAD"
        })
      }
      const presented = presentedToken(request)
      const raw = match._tag === "Route" ? match.route.raw : undefined
      const body = raw?.body ?? typedBody
      beginBody(body, request, response, connections.limits.bodyMillis)
      const closed = options.closed(pathname)
      if (closed !== undefined) {
        const { code, message, status } = closed
        return sendError(response, status, code, message, { "retry-after": retryClosed })
      }
      if (isUnsafeMethod(request.method)) {
        if (presented?.transport !== "bearer" && !isSameOrigin(request, appOrigin)) {
          const message = "The server accepts changes only from its own pages."
          return sendError(response, 403, "forbidden", message)
        }
        if (pathname === setupPath && !isKnownName(request, names))
          return sendError(response, 403, "setup_name_unknown", setupRefusal)
        // Do not wait for the notification from the database, because a client that reads back its own change must see
        // it.
        response.once("finish", options.afterChange)
      }
      if (!admitBody(body, request, response)) return
      if (match._tag === "Route" && raw !== undefined)
        return runRaw({ route: raw, params: match.params, presented, request, response })
      response.setHeader("Cache-Control", "no-store")
      if (match._tag === "NoRoute")
        return sendError(response, 404, "not_found", "This address does not exist.")
      if (match._tag === "OtherMethod") {
        const allow = match.allowed.join(", ")
        return sendError(response, 405, "method_not_allowed", `This route supports ${allow}.`, {
          Allow: allow
        })
      }
      options.api(request, response)
    }
  })
