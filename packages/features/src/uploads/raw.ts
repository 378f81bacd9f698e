import type { RawExchange, RawRoute } from "@media/http/RawRoute"
import { discardRest } from "@media/http/request/DiscardRest"
import { originOf } from "@media/http/request/RequestFacts"
import { FormBroken } from "@media/http/request/StreamForm"
import { sendError } from "@media/http/response/SendError"
import { AdminRequired, NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import * as Effect from "effect/Effect"
import { albumKind } from "../albums/kind.ts"
import { getTrack } from "../audio/queries.ts"
import { galleryKind } from "../galleries/kind.ts"
import { imageReads } from "../images/queries.ts"
import { getVideo } from "../videos/queries.ts"
import { videoKind } from "../videos/kind.ts"
import { albumFolder } from "./albumFolder.ts"
import { UploadRefused } from "./errors.ts"
import { galleryFolder } from "./galleryFolder.ts"
import { receiveUpload } from "./receive.ts"
import { imageRule, trackRule, videoRule } from "./rule.ts"
import { withSlot } from "./slots.ts"

interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly retryAfterSeconds?: number
}

const refuse = ({ request, response }: RawExchange, { code, message, retryAfterSeconds, status }: Refusal) =>
  Effect.sync(() => {
    const retry = retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) }
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
    // A repeat is answered before its file has come.
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

/** Keeps what the handler needs in the type. */
const rawRoute = <R>(route: RawRoute<R>): RawRoute<R> => route

/** One file of a form, into what is found first; a refusal is answered in the envelope. */
const receiving = <Into, A, E, R>(
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

export const videoUpload = rawRoute({
  method: "POST",
  path: `${videoKind.paths.list}/upload`,
  access: "session",
  body: "stream",
  errors: "envelope",
  summary:
    "Uploads a video into a library folder: multipart, fields `file`, `libraryRootId` and `folder` (below it; made when it is not there), in any order; 201 with the video. Takes an `Idempotency-Key`; `/check` tells beforehand what would be refused",
  contentType: "application/json",
  handle: (exchange: RawExchange) =>
    receiving(exchange, Effect.void, (_, key) =>
      Effect.gen(function* () {
        const { principal, request } = exchange
        const id = yield* receiveUpload(principal, request, yield* videoRule, key)
        return yield* getVideo({ ...principal, showNsfw: true }, id)
      })
    )
})

export const imageUpload = rawRoute({
  method: "POST",
  path: `${galleryKind.paths.list}/:id/images/upload`,
  access: "session",
  body: "stream",
  errors: "envelope",
  summary:
    "Uploads an image into the folder of a gallery: multipart, field `file`; 201 with the image, which lies in the gallery a moment later. Takes an `Idempotency-Key`. Archives are never written to",
  contentType: "application/json",
  handle: (exchange: RawExchange) =>
    receiving(exchange, galleryFolder(exchange.principal, exchange.params["id"] ?? ""), (into, key) =>
      Effect.gen(function* () {
        const { principal, request } = exchange
        const id = yield* receiveUpload(principal, request, yield* imageRule, key, into)
        return yield* imageReads.get({ ...principal, showNsfw: true }, id)
      })
    )
})

export const trackUpload = rawRoute({
  method: "POST",
  path: `${albumKind.paths.list}/:id/tracks/upload`,
  access: "session",
  body: "stream",
  errors: "envelope",
  summary:
    "Uploads a track beside those of an album: multipart, field `file`; 201 with the track, which lies in the album that its tags name. Takes an `Idempotency-Key`",
  contentType: "application/json",
  handle: (exchange: RawExchange) =>
    receiving(exchange, albumFolder(exchange.principal, exchange.params["id"] ?? ""), (into, key) =>
      Effect.gen(function* () {
        const { principal, request } = exchange
        const id = yield* receiveUpload(principal, request, yield* trackRule, key, into)
        return yield* getTrack({ ...principal, showNsfw: true }, id)
      })
    )
})
