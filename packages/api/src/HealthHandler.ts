import { health } from "@media/features/platform/system/queries"
import { originOf } from "@media/http/request/RequestFacts"
import { faultOf } from "@media/http/response/Fault"
import { retryAfter } from "@media/http/response/RetryAfter"
import { sendError } from "@media/http/response/SendError"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type { IncomingMessage, ServerResponse } from "node:http"

const sendHealth = (response: ServerResponse, data: Effect.Effect.Success<typeof health>): void => {
  const body = JSON.stringify({ ok: true, data })
  const status = data.database === "away" ? 503 : 200
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    ...retryAfter(status)
  })
  response.end(response.req.method === "HEAD" ? undefined : body)
}

/**
 * Handles the health check separately from the typed API. The launcher and monitors request it even when no one uses
 * the server, and these requests should not load the API. A test checks that the response matches the API's contract.
 */
export const healthHandler = Effect.map(Effect.runtime<Effect.Effect.Context<typeof health>>(), (runtime) => {
  const run = Runtime.runFork(runtime)
  return (request: IncomingMessage, response: ServerResponse): void => {
    const answer = health.pipe(
      Effect.map((data) => sendHealth(response, data)),
      Effect.catchAllCause((cause) =>
        Effect.map(
          faultOf(cause, originOf(request).requestId),
          ({ code, message, retryAfterSeconds, status }) =>
            sendError(response, status, code, message, retryAfter(status, retryAfterSeconds))
        )
      )
    )
    const fiber = run(answer)
    response.once("close", () => fiber.unsafeInterruptAsFork(fiber.id()))
  }
})
