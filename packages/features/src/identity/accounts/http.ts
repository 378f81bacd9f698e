import * as Cookies from "@effect/platform/Cookies"
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { SESSION_COOKIE } from "@media/http/request/PresentedToken"
import { API_ID } from "@media/wire/ApiId"
import { respond, respondTo } from "@media/wire/Respond"
import { CurrentCaller, CurrentOrigin, CurrentPrincipal, type RequestOrigin } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { login, setup, updateMe } from "./commands.ts"
import { AuthGroup, AuthPublicGroup, SessionGroup } from "./contract.ts"
import { SignInBusy, TooManyAttempts } from "./errors.ts"
import { changePassword, signOutOthers } from "./ownPassword.ts"
import { sessionStart, setupStatus, userById } from "./queries.ts"
import { noteEnd } from "./signInNotes.ts"
import { listSessions, revokeSession, sessionDays } from "./sessions.ts"

/**
 * Sets the session cookie at sign-in, and again whenever the session is extended. By default, the cookie expires at the
 * same time as a session that is no longer used.
 */
export const setSessionCookie = (
  { cookiePath, isSecure }: Pick<RequestOrigin, "cookiePath" | "isSecure">,
  token: string,
  maxAgeSeconds = sessionDays * 86_400
) =>
  HttpApp.appendPreResponseHandler((_request, response) =>
    Effect.succeed(
      HttpServerResponse.mergeCookies(
        response,
        Cookies.fromIterable([
          Cookies.unsafeMakeCookie(SESSION_COOKIE, token, {
            httpOnly: true,
            sameSite: "lax",
            path: cookiePath,
            secure: isSecure,
            maxAge: `${maxAgeSeconds} seconds`
          })
        ])
      )
    )
  )

/**
 * Makes the browser clear its cache, which may contain pictures that the next user of this device must not see. Data
 * that pages store (theme, language, volume, device id) is not cleared, because it belongs to the device and not to the
 * user.
 */
const clearCaches = HttpApp.appendPreResponseHandler((_request, response) =>
  Effect.succeed(HttpServerResponse.setHeader(response, "clear-site-data", '"cache"'))
)

/**
 * Value of the `retry-after` header while the queue is full, in seconds. The server usually needs less time to process
 * a full lane.
 */
const busySeconds = 5
const setRetryAfter = (seconds: number) =>
  HttpApp.appendPreResponseHandler((_request, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "retry-after", String(seconds)))
  )

const withRetryAfter = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.tapError(effect, (error) => {
    if (error instanceof TooManyAttempts) return setRetryAfter(error.retryAfterSeconds)
    return error instanceof SignInBusy ? setRetryAfter(busySeconds) : Effect.void
  })

const signIn = <A extends { readonly accessToken: string }, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.tap(({ accessToken }) =>
      Effect.flatMap(CurrentOrigin, (origin) => setSessionCookie(origin, accessToken))
    ),
    withRetryAfter
  )

export const AuthPublicLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(AuthPublicGroup),
  "authPublic",
  (handlers) =>
    handlers
      .handle("setupStatus", () => respond(setupStatus))
      .handle("setup", ({ payload }) =>
        respond(Effect.flatMap(CurrentOrigin, (origin) => setup(payload, origin)).pipe(signIn))
      )
      .handle("login", ({ payload }) =>
        respond(Effect.flatMap(CurrentOrigin, (origin) => login(payload, origin)).pipe(signIn))
      )
)

export const SessionLive = HttpApiBuilder.group(
  HttpApi.make(API_ID).add(SessionGroup),
  "session",
  (handlers) => handlers.handle("get", () => respond(Effect.flatMap(CurrentCaller, sessionStart)))
)

export const AuthLive = HttpApiBuilder.group(HttpApi.make(API_ID).add(AuthGroup), "auth", (handlers) =>
  handlers
    .handle("logout", () =>
      respond(
        Effect.gen(function* () {
          const principal = yield* CurrentPrincipal
          yield* revokeSession(principal, principal.sessionId).pipe(
            Effect.zipRight(noteEnd(principal, "signed-out")),
            Effect.catchTag("NotFound", () => Effect.void)
          )
          yield* setSessionCookie(yield* CurrentOrigin, "", 0)
          yield* clearCaches
          return null
        })
      )
    )
    .handle("me", () => respondTo(({ accountId }) => userById(accountId)))
    .handle("updateMe", ({ payload }) => respondTo((principal) => updateMe(principal, payload)))
    .handle("changePassword", ({ payload }) =>
      respond(
        Effect.gen(function* () {
          yield* changePassword(yield* CurrentPrincipal, payload, yield* CurrentOrigin)
          return null
        }).pipe(withRetryAfter)
      )
    )
    .handle("revokeOthers", () => respondTo(signOutOthers))
    .handle("sessions", () =>
      respond(
        Effect.gen(function* () {
          const items = yield* listSessions(yield* CurrentPrincipal)
          return { items, total: items.length, page: 1, perPage: 500 }
        })
      )
    )
    .handle("revokeSession", ({ path }) =>
      respondTo((principal) =>
        Effect.as(
          Effect.zipRight(revokeSession(principal, path.id), noteEnd(principal, "device-removed")),
          null
        )
      )
    )
)
