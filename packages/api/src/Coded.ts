import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { codingFor, encoded } from "@media/http/response/Coding"
import * as Effect from "effect/Effect"
import type { IncomingMessage } from "node:http"

/**
 * Compresses a response of the typed API if the client accepts a supported content encoding. ETags need no adjustment,
 * because these responses have none: clients do not cache them.
 */
export const coded = (response: HttpServerResponse.HttpServerResponse) =>
  Effect.gen(function* () {
    const { body, status } = response
    if (status !== 200 || body._tag !== "Uint8Array") return response
    const { source } = yield* HttpServerRequest.HttpServerRequest
    const { contentLength: size, contentType } = body
    const coding = codingFor(source as IncomingMessage, { contentType, size })
    if (coding === undefined) return response
    const bytes = yield* encoded(body.body, coding)
    return response.pipe(
      HttpServerResponse.setBody(HttpBody.uint8Array(bytes, contentType)),
      HttpServerResponse.setHeaders({ "content-encoding": coding, vary: "Accept-Encoding" })
    )
  })
