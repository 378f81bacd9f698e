import * as HttpApiError from "@effect/platform/HttpApiError"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { FieldError } from "@media/kernel/Errors"
import { errorEnvelope } from "@media/wire/Envelope"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { IncomingMessage } from "node:http"
import { describeIssues } from "@media/http/response/FieldErrors"
import { originOf } from "@media/http/request/RequestFacts"
import { retryAfter } from "@media/http/response/RetryAfter"
import { faultOf } from "@media/http/response/Fault"

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

/**
 * True if parsing a body overflowed the stack. Decoding a body and formatting its errors are recursive, so a body with
 * a hundred thousand nested brackets overflows the stack. Only that request fails.
 */
const isOverflow = (error: unknown): boolean =>
  error instanceof RangeError && error.message === "Maximum call stack size exceeded"

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
    // The route table contains the route, but the API does not, so this is a bug. Respond as if the route did not
    // exist.
    return Effect.succeed(answer(404, "not_found", "This address does not exist."))
  }
  if (error instanceof HttpServerError.RequestError) {
    return Effect.succeed(answer(400, "validation", "The body is not valid JSON."))
  }
  if (!Cause.isDie(cause)) return undefined
  if (isOverflow(error) && request.method !== "GET" && request.method !== "HEAD") {
    return Effect.succeed(answer(400, "validation", "The body is nested too deeply."))
  }
  return Effect.map(faultOf(cause, requestId), ({ code, message, retryAfterSeconds, status }) =>
    answer(status, code, message, retryAfter(status, retryAfterSeconds))
  )
}

/**
 * Converts failures that no handler declared into error responses: undecodable requests, unknown routes, and defects.
 * The responses never contain a stack trace, SQL, or a file path. Declared errors pass through, and are encoded by
 * their schemas.
 */
export const envelopeNet = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.catchAllCause(app, (cause) =>
    Cause.isInterruptedOnly(cause)
      ? Effect.failCause(cause)
      : Effect.flatMap(
          HttpServerRequest.HttpServerRequest,
          (request) => render(cause, request) ?? Effect.failCause(cause)
        )
  )
