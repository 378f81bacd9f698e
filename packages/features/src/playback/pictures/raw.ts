import { discardRest } from "@media/http/request/DiscardRest"
import { MOST_DISCARDED_BYTES, receiveFile } from "@media/http/request/ReceiveFile"
import type { RawExchange, RawRoute } from "@media/http/RawRoute"
import { sendEntity } from "@media/http/response/SendEntity"
import { sendError } from "@media/http/response/SendError"
import { NotFound, type NotReady } from "@media/kernel/Errors"
import { imageTypeOf } from "@media/pictures/ImageType"
import { stillHeaderOf } from "@media/pictures/StillHeader"
import { retryLater } from "@media/pictures/WhileWaiting"
import { respond } from "@media/wire/Respond"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Access from "../../platform/access/Access.ts"
import { trackKind } from "../../media/audio/kind.ts"
import { bookKind } from "../../media/books/kind.ts"
import { imageKind } from "../../media/images/kind.ts"
import type { ItemKind } from "../../ItemKind.ts"
import type { MediaKind } from "../../MediaKind.ts"
import { videoKind } from "../../media/videos/kind.ts"
import { uploadPicture } from "./commands.ts"
import { pictureSeen } from "./queries.ts"
import { servedPicture, type ServedPicture } from "./serve.ts"

interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

const refuse = ({ request, response }: RawExchange, { code, message, status }: Refusal) =>
  Effect.sync(() => {
    sendError(response, status, code, message, code === "not_ready" ? retryLater : {})
    discardRest(request, MOST_DISCARDED_BYTES)
  })

const busy = (exchange: RawExchange, { message }: NotReady) =>
  refuse(exchange, { status: 503, code: "not_ready", message })

const notFound = (exchange: RawExchange, kind: ItemKind) =>
  refuse(exchange, { status: 404, code: "not_found", message: new NotFound({ what: kind }).message })

/** One year, because another picture has another URL. */
const FOREVER = "private, max-age=31536000, immutable"

const send = (exchange: RawExchange, { bytes, contentType, etag }: ServedPicture, isExact: boolean) =>
  sendEntity(exchange, {
    etag,
    contentType,
    vary: "Accept",
    cacheControl: isExact ? FOREVER : "private, no-cache",
    body: bytes
  })

/** `undefined` without a width, `null` for an invalid one. */
const widthIn = (query: URLSearchParams): number | null | undefined => {
  const text = query.get("width")
  if (text === null) return undefined
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null
}

/** Preserves the handler's requirements in the type. */
const rawRoute = <R>(route: RawRoute<R>): RawRoute<R> => route

const thumbnailRoute = ({ kind, paths }: MediaKind<ItemKind>) =>
  rawRoute({
    method: "GET",
    path: `${paths.list}/:id/thumbnail`,
    access: "session",
    body: "none",
    errors: "envelope",
    summary:
      "Picture of the item in the width asked for or the next larger one; AVIF, WebP or JPEG by `Accept`",
    contentType: "image/webp",
    handle: (exchange: RawExchange) =>
      Effect.gen(function* () {
        const id = exchange.params["id"] ?? ""
        const query = new URL(exchange.request.url ?? "", "http://server").searchParams
        const wanted = widthIn(query)
        if (wanted === null)
          return yield* refuse(exchange, {
            status: 400,
            code: "validation",
            message: "width: must be a whole number from 1 to 99999."
          })
        const seen = yield* Effect.orDie(pictureSeen(exchange.principal, kind, id))
        if (Option.isNone(seen)) return yield* notFound(exchange, kind)
        const accept = exchange.request.headers.accept ?? ""
        const picture = yield* servedPicture(id, seen.value, { wanted, accept })
        if (picture === undefined)
          return yield* refuse(exchange, {
            status: 404,
            code: "picture_missing",
            message: `This ${kind} has no picture.`
          })
        yield* send(exchange, picture, query.get("v") === picture.version)
      }).pipe(
        Effect.catchTag("NotReady", (error) => busy(exchange, error)),
        Effect.orDie
      )
  })

const MOST_BYTES = 20 * 1024 * 1024
/** 20 MiB in two minutes are 1.4 Mbit/s. */
const MOST_MILLIS = 120_000

const receive = (exchange: RawExchange, kind: ItemKind, id: string) =>
  Effect.gen(function* () {
    const bytes = yield* receiveFile(exchange.request, {
      field: "file",
      maxBytes: MOST_BYTES,
      maxMillis: MOST_MILLIS
    })
    if (imageTypeOf(bytes) === undefined && stillHeaderOf(bytes) === undefined)
      return yield* refuse(exchange, {
        status: 415,
        code: "unsupported_media_type",
        message: "This is not a JPEG, PNG, WebP, AVIF, GIF, BMP or JPEG 2000 picture."
      })
    yield* sendJson(exchange, yield* respond(uploadPicture(exchange.principal, kind, id, bytes)))
  })

/** Bodies held in memory at once, three times 20 MiB each at their worst; further ones are not read yet. */
const receiving = Effect.unsafeMakeSemaphore(4)

const uploadRoute = ({ kind, paths }: MediaKind<ItemKind>) =>
  rawRoute({
    method: "POST",
    path: `${paths.list}/:id/thumbnail`,
    access: "session",
    body: "stream",
    errors: "envelope",
    summary:
      "Replaces the picture by an uploaded one: multipart, field `file`, JPEG, PNG, WebP, AVIF or GIF of up to 20 MiB",
    contentType: "application/json",
    handle: (exchange: RawExchange) =>
      Effect.gen(function* () {
        const id = exchange.params["id"] ?? ""
        if (Option.isNone(yield* pictureSeen(exchange.principal, kind, id)))
          return yield* notFound(exchange, kind)
        // Checked before a byte is read.
        yield* Access.require(exchange.principal, "edit-item", { id })
        yield* receiving.withPermits(1)(receive(exchange, kind, id))
      }).pipe(
        Effect.catchTags({
          UploadRefused: (refusal) => refuse(exchange, refusal),
          NoPicture: ({ code, message }) =>
            code === "too-large"
              ? refuse(exchange, { status: 413, code: "payload_too_large", message })
              : code === "unknown-type"
                ? refuse(exchange, { status: 415, code: "unsupported_media_type", message })
                : refuse(exchange, { status: 400, code: "validation", message: `file: ${message}` }),
          NotFound: () => notFound(exchange, kind),
          NotReady: (error) => busy(exchange, error),
          AdminRequired: ({ message }) => refuse(exchange, { status: 403, code: "admin_required", message }),
          StorageFull: ({ message }) => refuse(exchange, { status: 507, code: "storage_full", message }),
          StorageUnavailable: ({ message }) =>
            refuse(exchange, { status: 503, code: "storage_unavailable", message }),
          Conflict: ({ message }) => refuse(exchange, { status: 409, code: "conflict", message })
        }),
        Effect.orDie
      )
  })

const sendJson = ({ response }: RawExchange, data: unknown) =>
  Effect.sync(() => {
    const body = JSON.stringify({ ok: true, data })
    response.writeHead(200, {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
      "Cache-Control": "no-store"
    })
    response.end(body)
  })

export const videoThumbnailRoute = thumbnailRoute(videoKind)
export const imageThumbnailRoute = thumbnailRoute(imageKind)
export const videoPictureUpload = uploadRoute(videoKind)
export const imagePictureUpload = uploadRoute(imageKind)
export const trackThumbnailRoute = thumbnailRoute(trackKind)
export const trackPictureUpload = uploadRoute(trackKind)
export const bookThumbnailRoute = thumbnailRoute(bookKind)
export const bookPictureUpload = uploadRoute(bookKind)
