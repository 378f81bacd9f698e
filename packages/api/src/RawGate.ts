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

/** The principal of a token. A failing database is a defect, never an anonymous caller. */
export const principalOf = (
  presented: PresentedToken | undefined
): Effect.Effect<Principal, AuthenticationRequired, SqlClient | QueryCache> =>
  presented === undefined || presented.token === unreadable
    ? new AuthenticationRequired()
    : Effect.catchTag(authenticate(presented.token), "SqlError", (error) => Effect.die(error))

export const requireAdministrator = <E, R>(principal: Effect.Effect<Principal, E, R>) =>
  Effect.tap(principal, (resolved) => Access.require(resolved, "administrate"))

/** Routes about the session itself act for its owner, even while the owner is viewing as another account. */
const ownRoutes = new Set(["PUT /api/session/view", "DELETE /api/session/view", "POST /api/auth/logout"])
const isRead = (method: string): boolean => method === "GET" || method === "HEAD"

/** A caller who is viewing as another account can read as that account and change nothing, whatever the route. */
export const requireNoView = (principal: Principal, request: IncomingMessage) => {
  if (principal.viewer === undefined) return Effect.succeed(principal)
  const method = request.method ?? ""
  if (ownRoutes.has(`${method} ${(request.url ?? "").split("?", 1)[0]}`)) {
    return Effect.succeed(principal.viewer)
  }
  return isRead(method) ? Effect.succeed(principal) : new ViewOnly()
}

/** The account whose password the request contains; throttled like signing in. */
const principalOfPassword = (request: IncomingMessage) => {
  const credentials = basicCredentials(request.headers.authorization)
  return credentials === undefined
    ? new AuthenticationRequired()
    : authenticateBasic(credentials, originOf(request).ipAddress)
}

/** The account whose key the request contains; throttled like signing in. */
const principalOfKey = (request: IncomingMessage) => {
  const credentials = keyCredentials(request)
  return credentials === undefined
    ? new AuthenticationRequired()
    : authenticateKey(credentials, originOf(request).ipAddress)
}

type RouteAccess = Parameters<Gate<never>>[0]

/** The account whose credentials a program without sessions sends with every request. */
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

/** A browser that was asked for a password also sends its session cookie, even if the session has ended. */
const isProgram = (
  access: RouteAccess,
  presented: PresentedToken | undefined,
  request: IncomingMessage
): boolean =>
  access === "basic"
    ? presented === undefined ||
      (presented.transport === "cookie" && basicCredentials(request.headers.authorization) !== undefined)
    : access === "reading-key" && presented === undefined

/** Resolves the callers of raw routes. */
export const rawGate: Gate<SqlClient | QueryCache | EventStore> = (access, presented, request) => {
  const known = isProgram(access, presented, request)
    ? principalOfProgram(access, request)
    : principalOf(presented)
  const principal = Effect.flatMap(known, (known) => requireNoView(known, request))
  return access === "administrator" ? requireAdministrator(principal) : principal
}

/** The principal of a request. */
export const resolvePrincipal = (request: IncomingMessage) => principalOf(presentedToken(request))
