import type { SqlClient } from "@effect/sql/SqlClient"
import { isTimeout, isUnavailable } from "@media/pg/errors"
import { QueryCache } from "@media/pg/QueryCache"
import { SqlError } from "@effect/sql/SqlError"
import type { RawFailure } from "@media/http/RawRoute"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { BlockList } from "node:net"
import { ApiHandler, maxJsonBytes } from "./ApiHandler.ts"
import type { Connections } from "@media/http/edge/Connections"
import { documentPage, openApiDocument } from "./Documents.ts"
import { isLoggingAccess, logAccess } from "@media/http/request/AccessLog"
import {
  drain,
  limitBody,
  limitBodyTime,
  refuseBody,
  tooLarge,
  type BodyRefusal
} from "@media/http/request/BodyGate"
import { canonicalPath } from "@media/http/request/CanonicalPath"
import { sendError } from "@media/http/response/SendError"
import { establish, originOf } from "@media/http/request/RequestFacts"
import { isKnownName, setupPath, setupRefusal } from "@media/http/request/KnownName"
import { isSameOrigin, isUnsafeMethod } from "@media/http/request/SameOrigin"
import { setSecurityHeaders } from "@media/http/response/SecurityHeaders"
import { matchRaw, type RawMatch, type RawRequirements } from "./RawRoutes.ts"
import { type PresentedToken, presentedToken, principalOf, resolvePrincipal } from "./SessionGate.ts"
import type { StaticSite } from "@media/http/StaticSite"

export interface ListenerOptions {
  readonly site: StaticSite
  readonly proxies: BlockList
  readonly connections: Connections
  /** `PUBLIC_APP_URL`: the name under which the owner reaches the server. */
  readonly publicUrl: string | undefined
  readonly version: string
}

type Requirements = ApiHandler | RawRequirements | SqlClient | QueryCache

const sendText = (response: ServerResponse, status: number, text: string, retryAfter?: number): void => {
  if (response.headersSent) {
    response.destroy()
    return
  }
  for (const name of ["Content-Length", "ETag", "Last-Modified"]) response.removeHeader(name)
  if (retryAfter !== undefined) response.setHeader("Retry-After", retryAfter)
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" })
  response.end(response.req.method === "HEAD" ? undefined : `${text}\n`)
}

/** Byte routes say what went wrong by status and a line of text. */
const answerRaw = (
  exit: Exit.Exit<void, RawFailure | { readonly _tag: "AuthenticationRequired" }>,
  response: ServerResponse
) => {
  if (Exit.isSuccess(exit)) return Effect.void
  const error = Cause.squash(exit.cause) as RawFailure | { readonly _tag: string }
  if (error._tag === "RawFailure") {
    const { retryAfterSeconds, status, text } = error as RawFailure
    return Effect.sync(() => sendText(response, status, text, retryAfterSeconds))
  }
  if (error._tag === "AuthenticationRequired") {
    return Effect.sync(() => sendText(response, 401, "Sign in to use this."))
  }
  if (Cause.isInterruptedOnly(exit.cause)) return Effect.sync(() => response.destroy())
  if (error instanceof SqlError && isUnavailable(error)) {
    return Effect.sync(() => sendText(response, 503, "The database is not available right now.", 2))
  }
  const { requestId } = originOf(response.req)
  if (error instanceof SqlError && isTimeout(error)) {
    return Effect.zipRight(
      Effect.logError("a statement took too long", { requestId }),
      Effect.sync(() => sendText(response, 504, `This took the database too long. Request id: ${requestId}`))
    )
  }
  return Effect.zipRight(
    Effect.logError("stream failed", { requestId }, Cause.pretty(exit.cause)),
    Effect.sync(() => sendText(response, 500, `Something went wrong on the server. Request id: ${requestId}`))
  )
}

/**
 * Every request passes the same steps in the same order: request id and security headers, the canonical path, the
 * same-origin rule for changes by cookie, then byte routes, the typed API, the web app. A route cannot be reached
 * by another door, since there is only this one.
 */
export const makeListener = (options: ListenerOptions) =>
  Effect.gen(function* () {
    const runtime = yield* Effect.runtime<Requirements>()
    const api = Context.get(runtime.context, ApiHandler)
    const document = openApiDocument(options.version)
    const openApi = Buffer.from(JSON.stringify(document))
    const page = Buffer.from(documentPage(document))
    const cache = Context.get(runtime.context, QueryCache)
    const isVerbose = yield* isLoggingAccess
    const run = Runtime.runFork(runtime)

    const serveRaw = (
      match: RawMatch,
      presented: PresentedToken | undefined,
      request: IncomingMessage,
      response: ServerResponse
    ) => {
      const accessToken = presented?.transport === "query" ? presented.token : undefined
      const fiber = run(
        principalOf(presented).pipe(
          Effect.tap((principal) =>
            options.connections.stream(
              { request, response },
              principal.sessionId,
              originOf(request).ipAddress
            )
          ),
          Effect.flatMap((principal) =>
            match.handle({ request, response, principal, params: match.params, accessToken })
          ),
          Effect.exit,
          Effect.flatMap((exit) => answerRaw(exit, response))
        )
      )
      response.once("close", () => fiber.unsafeInterruptAsFork(fiber.id()))
    }

    const serveDocument = (body: Buffer, type: string, request: IncomingMessage, response: ServerResponse) =>
      run(
        resolvePrincipal(request).pipe(
          Effect.match({
            onFailure: (error) => sendError(response, 401, "authentication_required", error.message),
            onSuccess: () => {
              response.writeHead(200, {
                "Content-Type": type,
                "Content-Length": body.length,
                "Cache-Control": "private, no-store"
              })
              response.end(request.method === "HEAD" ? undefined : body)
            }
          }),
          Effect.catchAllDefect(() =>
            Effect.sync(() =>
              sendError(response, 503, "not_ready", "The database is not available right now.")
            )
          )
        )
      )

    return (request: IncomingMessage, response: ServerResponse): void => {
      const startedAt = performance.now()
      const origin = establish(request, options.proxies)
      setSecurityHeaders(response, origin.requestId, origin.isSecure)
      logAccess(request, response, origin, { startedAt, isVerbose, run })
      const target = canonicalPath(request.url ?? "")
      if (target._tag === "Refused") {
        return sendError(
          response,
          target.status,
          target.status === 400 ? "validation" : "not_found",
          target.reason
        )
      }
      const { pathname } = target
      if (!pathname.startsWith("/api/") && pathname !== "/api") {
        if (!options.site.serve(pathname, request, response)) {
          sendError(response, 404, "not_found", "There is nothing at this address.")
        }
        return
      }
      response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
      const presented = presentedToken(request)
      limitBodyTime(request, response, options.connections.limits.bodyMillis)
      if (isUnsafeMethod(request.method)) {
        if (presented?.transport !== "bearer" && !isSameOrigin(request)) {
          return sendError(
            response,
            403,
            "forbidden",
            "Changes are accepted from the server's own pages only."
          )
        }
        if (pathname === setupPath && !isKnownName(request, options.publicUrl)) {
          return sendError(response, 403, "setup_name_unknown", setupRefusal)
        }
        // Whoever changed something and asks again must see it, before the database's word of it has come.
        response.once("finish", cache.invalidateAll)
      }
      const raw = matchRaw(request.method, pathname)
      if (raw !== undefined) return serveRaw(raw, presented, request, response)
      if (pathname === "/api/openapi.json" || pathname === "/api/docs") {
        const isPage = pathname === "/api/docs"
        void serveDocument(
          isPage ? page : openApi,
          isPage ? "text/html; charset=utf-8" : "application/json",
          request,
          response
        )
        return
      }
      const refuse = ({ code, message, status }: BodyRefusal) => {
        sendError(response, status, code, message)
        drain(request)
      }
      const refusal = refuseBody(request, maxJsonBytes)
      if (refusal !== undefined) return refuse(refusal)
      limitBody(request, maxJsonBytes, () => refuse(tooLarge(maxJsonBytes)))
      response.setHeader("Cache-Control", "no-store")
      api(request, response)
    }
  })
