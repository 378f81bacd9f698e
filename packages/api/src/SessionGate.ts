import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type { SqlClient } from "@effect/sql/SqlClient"
import { SESSION_COOKIE, setSessionCookie } from "@media/features/accounts/http"
import { authenticate, isCookieDue } from "@media/features/accounts/sessions"
import type { QueryCache } from "@media/pg/QueryCache"
import { DescribeOrigin, RequireAdmin, RequireSession, type Principal } from "@media/wire/Security"
import { AdminRequired, AuthenticationRequired } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { IncomingMessage } from "node:http"
import { originOf } from "@media/http/request/RequestFacts"

export type TokenTransport = "bearer" | "query" | "cookie"

export interface PresentedToken {
  readonly token: string
  readonly transport: TokenTransport
}

const cookieValue = (header: string | undefined, name: string): string | undefined => {
  for (const part of header?.split(";") ?? []) {
    const equals = part.indexOf("=")
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

/** No token looks like this: a malformed credential belongs to no account, and no other is tried. */
const unreadable = ""

const bearerOf = (header: string | undefined): string | undefined => {
  // Other schemes are not ours: a proxy may require Basic credentials of its own.
  if (header === undefined || !/^Bearer(?![A-Za-z0-9])/i.test(header)) return undefined
  return /^Bearer +([A-Za-z0-9_-]+)$/i.exec(header)?.[1] ?? unreadable
}

const queryOf = (url: string): string | undefined => {
  const mark = url.indexOf("?")
  if (mark < 0) return undefined
  const given = new URLSearchParams(url.slice(mark + 1)).getAll("access_token")
  return given.length > 1 ? unreadable : given[0] === "" ? undefined : given[0]
}

/**
 * The token of a request: the header before the query, the query before the cookie. A malformed one does not fall through
 * to the next.
 */
export const presentedToken = (request: IncomingMessage): PresentedToken | undefined => {
  const bearer = bearerOf(request.headers.authorization)
  if (bearer !== undefined) return { token: bearer, transport: "bearer" }
  const isRead = request.method === "GET" || request.method === "HEAD"
  const query = isRead ? queryOf(request.url ?? "") : undefined
  if (query !== undefined) return { token: query, transport: "query" }
  const cookie = cookieValue(request.headers.cookie, SESSION_COOKIE)
  return cookie === undefined || cookie === "" ? undefined : { token: cookie, transport: "cookie" }
}

/** The principal of a token; a failing database is a defect, never an anonymous caller. */
export const principalOf = (
  presented: PresentedToken | undefined
): Effect.Effect<Principal, AuthenticationRequired, SqlClient | QueryCache> =>
  presented === undefined || presented.token === unreadable
    ? new AuthenticationRequired()
    : Effect.catchTag(authenticate(presented.token), "SqlError", (error) => Effect.die(error))

/** The principal of a request. */
export const resolvePrincipal = (request: IncomingMessage) => principalOf(presentedToken(request))

/** The principal of a request; the cookie of an extended session is sent again, since it must not expire earlier. */
const resolveAndRenew = (request: IncomingMessage) => {
  const presented = presentedToken(request)
  return Effect.tap(principalOf(presented), (principal) =>
    presented?.transport === "cookie" && isCookieDue(principal)
      ? setSessionCookie(originOf(request), presented.token)
      : Effect.void
  )
}

const incoming = Effect.map(HttpServerRequest.HttpServerRequest, ({ source }) => source as IncomingMessage)

const requireSession = Layer.effect(
  RequireSession,
  Effect.map(Effect.context<SqlClient | QueryCache>(), (context) =>
    RequireSession.of(Effect.provide(Effect.flatMap(incoming, resolveAndRenew), context))
  )
)

const requireAdmin = Layer.effect(
  RequireAdmin,
  Effect.map(Effect.context<SqlClient | QueryCache>(), (context) =>
    RequireAdmin.of(
      incoming.pipe(
        Effect.flatMap(resolveAndRenew),
        Effect.filterOrFail(
          ({ role }) => role === "administrator",
          () => new AdminRequired()
        ),
        Effect.provide(context)
      )
    )
  )
)

const describeOrigin = Layer.succeed(DescribeOrigin, DescribeOrigin.of(Effect.map(incoming, originOf)))

export const SessionGateLive = Layer.mergeAll(requireSession, requireAdmin, describeOrigin)
