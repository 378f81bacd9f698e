import type { AdminRequired, AuthenticationRequired, ViewOnly } from "@media/kernel/Errors"
import type { Principal } from "@media/wire/Security"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Connections } from "./edge/Connections.ts"
import type { RawAccess, RawFailure, RawRoute } from "./RawRoute.ts"
import type { PresentedToken } from "./request/PresentedToken.ts"
import { originOf } from "./request/RequestFacts.ts"
import { faultOf, type Fault } from "./response/Fault.ts"
import { retryAfter } from "./response/RetryAfter.ts"
import { sendError } from "./response/SendError.ts"
import { sendText } from "./response/SendText.ts"
import type { Params } from "./RouteTable.ts"

/**
 * Identifies the caller of a raw route or rejects the request. The gate is the only code that enforces the `access` of
 * raw routes.
 */
export type Gate<R> = (
  access: Exclude<RawAccess, "public">,
  presented: PresentedToken | undefined,
  request: IncomingMessage
) => Effect.Effect<Principal, AuthenticationRequired | AdminRequired | ViewOnly | RawFailure, R>

export interface RawCall<R> {
  readonly route: RawRoute<R>
  readonly params: Params
  readonly presented: PresentedToken | undefined
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

type Failure = RawFailure | AuthenticationRequired | AdminRequired | ViewOnly

const declaredFault = (error: Failure): Fault => {
  switch (error._tag) {
    case "AuthenticationRequired":
      return { status: 401, code: "authentication_required", message: error.message }
    case "AdminRequired":
      return { status: 403, code: "admin_required", message: error.message }
    case "ViewOnly":
      return { status: 403, code: "view_only", message: error.message }
    case "RawFailure": {
      const { retryAfterSeconds, status, text } = error
      const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
      // The code is never sent, because only routes without the envelope fail with `RawFailure`, and their failures are
      // written as text.
      return { status, code: "internal", message: text, ...retry }
    }
  }
}

const declared: ReadonlySet<unknown> = new Set<Failure["_tag"]>([
  "RawFailure",
  "AuthenticationRequired",
  "AdminRequired",
  "ViewOnly"
])
const isDeclared = (error: unknown): error is Failure =>
  typeof error === "object" && error !== null && "_tag" in error && declared.has(error._tag)

const CHALLENGE = `Basic realm="Media Library", charset="UTF-8"`

const answer = <R>(exit: Exit.Exit<void, Failure>, { request, response, route }: RawCall<R>) => {
  if (Exit.isSuccess(exit)) return Effect.void
  if (Cause.isInterruptedOnly(exit.cause)) return Effect.sync(() => void response.destroy())
  const error = Cause.squash(exit.cause)
  const fault = isDeclared(error)
    ? Effect.succeed(declaredFault(error))
    : faultOf(exit.cause, originOf(request).requestId)
  return Effect.map(fault, ({ code, message, retryAfterSeconds, status }) => {
    const headers = {
      ...retryAfter(status, retryAfterSeconds),
      ...(status === 401 && route.access === "basic" ? { "WWW-Authenticate": CHALLENGE } : {})
    }
    if (route.failureBody !== undefined) {
      const { text, type } = route.failureBody({ status, message }, request)
      sendText(response, status, text, { ...headers, "Content-Type": type })
    } else if (route.errors === "envelope") sendError(response, status, code, message, headers)
    else sendText(response, status, message, headers)
  })
}

/** Handles one request to a raw route: identifies the caller, runs the route, and writes its failures. */
export const serveRaw = <R>(
  call: RawCall<R>,
  gate: Gate<R>,
  connections: Connections
): Effect.Effect<void, never, R> => {
  const { params, presented, request, response, route } = call
  const accessToken = presented?.transport === "query" ? presented.token : undefined
  const exchange = { request, response, params, accessToken }
  const handled: Effect.Effect<void, Failure, R> =
    route.access === "public"
      ? route.handle(exchange)
      : Effect.flatMap(gate(route.access, presented, request), (principal) => {
          connections.stream({ request, response }, principal, originOf(request).ipAddress)
          return route.handle({ ...exchange, principal })
        })
  return Effect.flatMap(Effect.exit(handled), (exit) => answer(exit, call))
}
