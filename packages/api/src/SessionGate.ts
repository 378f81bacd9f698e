import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type { SqlClient } from "@effect/sql/SqlClient"
import { setSessionCookie } from "@media/features/identity/accounts/http"
import { isCookieDue } from "@media/features/identity/accounts/sessions"
import { presentedToken } from "@media/http/request/PresentedToken"
import { originOf } from "@media/http/request/RequestFacts"
import type { QueryCache } from "@media/pg/QueryCache"
import {
  DescribeCaller,
  DescribeOrigin,
  RequireAdmin,
  RequireSession,
  type Principal
} from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { IncomingMessage } from "node:http"
import { principalOf, requireAdministrator, requireNoView } from "./RawGate.ts"

/**
 * Returns the principal of a request. If this request extended the session, also renews the cookie, so that the cookie
 * does not expire before the session.
 */
const resolveAndRenew = (request: IncomingMessage) => {
  const presented = presentedToken(request)
  return principalOf(presented).pipe(
    Effect.tap((principal) =>
      presented?.transport === "cookie" && isCookieDue(principal)
        ? setSessionCookie(originOf(request), presented.token)
        : Effect.void
    ),
    Effect.flatMap((principal) => requireNoView(principal, request))
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
    RequireAdmin.of(Effect.provide(requireAdministrator(Effect.flatMap(incoming, resolveAndRenew)), context))
  )
)

const describeCaller = Layer.effect(
  DescribeCaller,
  Effect.map(Effect.context<SqlClient | QueryCache>(), (context) =>
    DescribeCaller.of(
      Effect.flatMap(incoming, resolveAndRenew).pipe(
        Effect.orElseSucceed((): Principal | null => null),
        Effect.provide(context)
      )
    )
  )
)

const describeOrigin = Layer.succeed(DescribeOrigin, DescribeOrigin.of(Effect.map(incoming, originOf)))

export const SessionGateLive = Layer.mergeAll(requireSession, requireAdmin, describeCaller, describeOrigin)
