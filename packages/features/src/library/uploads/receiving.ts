import type { RawExchange, RawRoute } from "@media/http/RawRoute"
import { discardRest } from "@media/http/request/DiscardRest"
import { originOf } from "@media/http/request/RequestFacts"
import { FormBroken } from "@media/http/request/StreamForm"
import { sendError } from "@media/http/response/SendError"
import { AdminRequired, NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"
import { UploadRefused } from "./errors.ts"
import { withSlot } from "./slots.ts"

interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly retryAfterSeconds?: number
}

const refuse = ({ request, response }: RawExchange, { code, message, retryAfterSeconds, status }: Refusal) =>
  Effect.sync(() => {
    const retry = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }
    sendError(response, status, code, message, retry)
    discardRest(request)
  })

const sendCreated = ({ request, response }: RawExchange, data: unknown) =>
  Effect.sync(() => {
    const body = JSON.stringify({ ok: true, data })
    response.writeHead(201, {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
      "Cache-Control": "no-store"
    })
    response.end(body)
    // The response to a repeated upload may be sent before the whole file has arrived, so the rest of the request is
    // discarded.
    discardRest(request)
  })

const isForm = ({ request }: RawExchange): boolean =>
  (request.headers["content-type"] ?? "").toLowerCase().startsWith("multipart/form-data")

const refusalOf = (cause: unknown): Refusal | undefined => {
  if (cause instanceof UploadRefused) return cause
  if (cause instanceof NotFound) return { status: 404, code: "not_found", message: cause.message }
  if (cause instanceof AdminRequired) return { status: 403, code: "admin_required", message: cause.message }
  if (cause instanceof FormBroken) return { status: 400, code: "validation", message: cause.message }
  return undefined
}

/** Returns the route unchanged. It only makes TypeScript infer the route's requirements `R`. */
export const uploadRoute = <R>(route: RawRoute<R>): RawRoute<R> => route

/**
 * Handles an upload request: runs `receive` with the target that `find` returns, and sends the created item. If the
 * upload is rejected, sends an API error response.
 */
export const receiving = <Into, A, E, R>(
  exchange: RawExchange,
  find: Effect.Effect<Into, E, R>,
  receive: (into: Into, key: string | undefined) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const into = yield* find
    if (!isForm(exchange))
      return yield* new UploadRefused({
        status: 415,
        code: "unsupported_media_type",
        message: 'Send the file as multipart/form-data, in the field "file".'
      })
    const { principal, request } = exchange
    const key = originOf(request).idempotencyKey
    if (key !== undefined && !isUuid(key))
      return yield* new UploadRefused({
        status: 400,
        code: "validation",
        message: "Idempotency-Key: must be a UUID"
      })
    yield* sendCreated(exchange, yield* withSlot(principal.accountId, receive(into, key)))
  }).pipe(
    Effect.catchAll((cause) => {
      const refusal = refusalOf(cause)
      return refusal === undefined ? Effect.die(cause) : refuse(exchange, refusal)
    })
  )
