import type { SqlClient } from "@effect/sql/SqlClient"
import * as Access from "@media/features/platform/access/Access"
import type { EventStore } from "@media/event-store/EventStore"
import { authenticateBasic, basicCredentials } from "@media/features/identity/accounts/basic"
import { authenticate } from "@media/features/identity/accounts/sessions"
import { authenticateKey, keyCredentials } from "@media/features/identity/accounts/keyAccess"
import { RawFailure } from "@media/http/RawRoute"
import type { Gate } from "@media/http/RawServer"
import { presentedToken, unreadable, type PresentedToken } from "@media/http/request/PresentedToken"
import { originOf } from "@media/http/request/RequestFacts"
import { AuthenticationRequired, ViewOnly } from "@media/kernel/Errors"
import type { QueryCache } from "@media/pg/QueryCache"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import type { IncomingMessage } from "node:http"

/**
 * Returns the principal of a token, or fails with `AuthenticationRequired`. A database failure becomes a defect
 * instead, so that a caller with a valid token is not treated as signed out.
 */
export const principalOf = (
  presented: PresentedToken | undefined
): Effect.Effect<Principal, AuthenticationRequired, SqlClient | QueryCache> =>
  presented === undefined || presented.token === unreadable
    ? new AuthenticationRequired()
    : Effect.catchTag(authenticate(presented.token), "SqlError", (error) => Effect.die(error))

export const requireAdministrator = <E, R>(principal: Effect.Effect<Principal, E, R>) =>
  Effect.tap(principal, (resolved) => Access.require(resolved, "administrate"))

/**
 * Routes that change the caller's own session. While an administrator views the app as another account, these routes
 * still act on the administrator's session.
 */
const ownRoutes = new Set(["PUT /api/session/view", "DELETE /api/session/view", "POST /api/auth/logout"])
const isRead = (method: string): boolean => method === "GET" || method === "HEAD"

/** While the caller views the app as another account, rejects every request except reads and the routes above. */
export const requireNoView = (principal: Principal, request: IncomingMessage) => {
  if (principal.viewer === undefined) return Effect.succeed(principal)
  const method = request.method ?? ""
  if (ownRoutes.has(`${method} ${(request.url ?? "").split("?", 1)[0]}`)) {
    return Effect.succeed(principal.viewer)
  }
  return isRead(method) ? Effect.succeed(principal) : new ViewOnly()
}

/** Authenticates the user name and password in the request (HTTP Basic). Attempts are throttled like sign-ins. */
const principalOfPassword = (request: IncomingMessage) => {
  const credentials = basicCredentials(request.headers.authorization)
  return credentials === undefined
    ? new AuthenticationRequired()
    : authenticateBasic(credentials, originOf(request).ipAddress)
}

/** Authenticates the API key in the request. Attempts are throttled like sign-ins. */
const principalOfKey = (request: IncomingMessage) => {
  const credentials = keyCredentials(request)
  return credentials === undefined
    ? new AuthenticationRequired()
    : authenticateKey(credentials, originOf(request).ipAddress)
}

type RouteAccess = Parameters<Gate<never>>[0]

/**
 * Authenticates programs that do not use sessions, such as reading apps, and send their credentials with every request.
 */
const principalOfProgram = (access: RouteAccess, request: IncomingMessage) =>
  Effect.suspend(
    (): Effect.Effect<
      Principal,
      Effect.Effect.Error<ReturnType<typeof authenticateBasic | typeof authenticateKey>>,
      SqlClient | QueryCache | EventStore
    > => (access === "basic" ? principalOfPassword(request) : principalOfKey(request))
  ).pipe(
    Effect.catchTags({
      SqlError: (error) => Effect.die(error),
      VersionConflict: (error) => Effect.die(error),
      TooManyAttempts: ({ message, retryAfterSeconds }) =>
        new RawFailure({ status: 429, text: message, retryAfterSeconds }),
      SignInBusy: ({ message }) => new RawFailure({ status: 503, text: message, retryAfterSeconds: 5 })
    })
  )

/**
 * True if the caller must be authenticated by a password or API key instead of a session token. If the user entered a
 * password in a browser, the browser also sends its session cookie, even after that session has ended. A password
 * therefore takes precedence over a cookie.
 */
const isProgram = (
  access: RouteAccess,
  presented: PresentedToken | undefined,
  request: IncomingMessage
): boolean =>
  access === "basic"
    ? presented === undefined ||
      (presented.transport === "cookie" && basicCredentials(request.headers.authorization) !== undefined)
    : access === "reading-key" && presented === undefined

/** Resolves the callers of raw routes and checks that they may use the route. */
export const rawGate: Gate<SqlClient | QueryCache | EventStore> = (access, presented, request) => {
  const known = isProgram(access, presented, request)
    ? principalOfProgram(access, request)
    : principalOf(presented)
  const principal = Effect.flatMap(known, (known) => requireNoView(known, request))
  return access === "administrator" ? requireAdministrator(principal) : principal
}

/** Returns the principal of a request from its session token. */
export const resolvePrincipal = (request: IncomingMessage) => principalOf(presentedToken(request))
