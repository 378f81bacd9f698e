import * as HttpApiError from "@effect/platform/HttpApiError"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { SqlError } from "@effect/sql/SqlError"
import { isTimeout, isUnavailable } from "@media/pg/errors"
import type { FieldError } from "@media/kernel/Errors"
import { errorEnvelope } from "@media/wire/Envelope"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { IncomingMessage } from "node:http"
import { allowedMethods } from "./EndpointTable.ts"
import { describeIssues } from "@media/http/response/FieldErrors"
import { originOf } from "@media/http/request/RequestFacts"

const answer = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
  fields?: ReadonlyArray<FieldError>
) =>
  HttpServerResponse.unsafeJson(errorEnvelope(code, message, fields), {
    status,
    headers: { "cache-control": "no-store", ...headers }
  })

/** The decoder and its messages recurse: a body of a hundred thousand brackets exhausts the stack, without further harm. */
const isOverflow = (error: unknown): boolean =>
  error instanceof RangeError && error.message === "Maximum call stack size exceeded"

/** The database's own message, for the log only: it quotes statements and values. */
const databaseFault = (error: unknown): object =>
  error instanceof SqlError
    ? { fault: error.cause instanceof Error ? error.cause.message : String(error.cause) }
    : {}

const render = (
  cause: Cause.Cause<unknown>,
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<HttpServerResponse.HttpServerResponse> | undefined => {
  const error = Cause.squash(cause)
  const { requestId } = originOf(request.source as IncomingMessage)
  if (error instanceof HttpApiError.HttpApiDecodeError) {
    const { fields, message } = describeIssues(error.issues)
    return Effect.succeed(answer(400, "validation", message, {}, fields))
  }
  if (error instanceof HttpServerError.RouteNotFound) {
    const methods = allowedMethods(request.url.split("?")[0] ?? "")
    return Effect.succeed(
      methods.length === 0
        ? answer(404, "not_found", "There is no such route.")
        : answer(405, "method_not_allowed", `This route answers ${methods.join(", ")}.`, {
            allow: methods.join(", ")
          })
    )
  }
  if (error instanceof HttpServerError.RequestError) {
    return Effect.succeed(answer(400, "validation", "The body is not valid JSON."))
  }
  if (!Cause.isDie(cause)) return undefined
  if (isOverflow(error) && request.method !== "GET" && request.method !== "HEAD") {
    return Effect.succeed(answer(400, "validation", "The body is nested too deeply."))
  }
  if ((error as { _tag?: unknown } | null)?._tag === "VersionConflict") {
    return Effect.succeed(answer(409, "conflict", "This was changed at the same time. Try again."))
  }
  if (error instanceof SqlError && isUnavailable(error)) {
    return Effect.as(
      Effect.logWarning("the database is away", { requestId, ...databaseFault(error) }),
      answer(503, "not_ready", "The database is not available right now.", { "retry-after": "2" })
    )
  }
  if (error instanceof SqlError && isTimeout(error)) {
    return Effect.as(
      Effect.logError("a statement took too long", { requestId, ...databaseFault(error) }),
      answer(504, "timeout", `This took the database too long. Request id: ${requestId}`)
    )
  }
  return Effect.as(
    Effect.logError("request failed", { requestId, ...databaseFault(error) }, Cause.pretty(cause)),
    answer(500, "internal", `Something went wrong on the server. Request id: ${requestId}`)
  )
}

/**
 * Catches what no handler declared: undecodable requests, unknown routes, defects. Declared errors pass on to be
 * encoded by the API's own schema. Nothing that leaves here shows a stack, SQL or a path.
 */
export const envelopeNet = <R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, R | HttpServerRequest.HttpServerRequest> =>
  Effect.catchAllCause(app, (cause) =>
    Cause.isInterruptedOnly(cause)
      ? Effect.failCause(cause)
      : Effect.flatMap(
          HttpServerRequest.HttpServerRequest,
          (request) => render(cause, request) ?? Effect.failCause(cause)
        )
  )
