import type { SqlError } from "@effect/sql/SqlError"
import { discardRest } from "@media/http/request/DiscardRest"
import { MOST_DISCARDED_BYTES, receiveFile } from "@media/http/request/ReceiveFile"
import type { RawExchange, RawRoute } from "@media/http/RawRoute"
import { sendEntity } from "@media/http/response/SendEntity"
import { sendError } from "@media/http/response/SendError"
import {
  type AdminRequired,
  type Conflict,
  NotFound,
  NotReady,
  type StorageFull,
  type StorageUnavailable
} from "@media/kernel/Errors"
import { imageTypeOf } from "@media/pictures/ImageType"
import type { NoPicture } from "@media/pictures/PictureErrors"
import { stillHeaderOf } from "@media/pictures/StillHeader"
import { retryLater } from "@media/pictures/WhileWaiting"
import { respond } from "@media/wire/Respond"
import * as Effect from "effect/Effect"
import type { Principal } from "@media/wire/Security"
import type { ServedPicture } from "./serve.ts"

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

const notFound = (exchange: RawExchange, what: string) =>
  refuse(exchange, { status: 404, code: "not_found", message: new NotFound({ what }).message })

/** Responses are cached for one year, because a changed picture has a different URL. */
const FOREVER = "private, max-age=31536000, immutable"

const send = (exchange: RawExchange, { bytes, contentType, etag }: ServedPicture, isExact: boolean) =>
  sendEntity(exchange, {
    etag,
    contentType,
    vary: "Accept",
    cacheControl: isExact ? FOREVER : "private, no-cache",
    body: bytes
  })

/** Parses the requested width. Returns `undefined` if no width is requested, and `null` if the width is invalid. */
const widthIn = (query: URLSearchParams): number | null | undefined => {
  const text = query.get("width")
  if (text === null) return undefined
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null
}

/** Returns the route unchanged. The call only lets TypeScript infer the requirements `R` of the route. */
const rawRoute = <R>(route: RawRoute<R>): RawRoute<R> => route

interface Pictured {
  /** The path of the list of items, such as `/api/videos`. The path of a picture is `{path}/:id/{name}`. */
  readonly path: `/${string}`
  /** The name of the item's kind in messages. */
  readonly what: string
  /** The last segment of the path. */
  readonly name?: "thumbnail" | "cover" | "backdrop" | "pictures/:role"
}

/**
 * Builds a route that sends a picture. `serve` returns undefined if there is no picture, and fails if the caller may
 * not see the item.
 */
export const pictureRoute = <E, R>({
  name = "thumbnail",
  path,
  serve,
  what
}: Pictured & {
  readonly serve: (
    principal: Principal,
    id: string,
    asked: { readonly wanted: number | undefined; readonly accept: string },
    /** The role in the path, such as `backdrop`. Empty if the path contains no role. */
    role: string
  ) => Effect.Effect<ServedPicture | undefined, E | NotFound | NotReady, R>
}) =>
  rawRoute({
    method: "GET",
    path: `${path}/:id/${name}`,
    access: "session",
    body: "none",
    errors: "envelope",
    summary:
      "Returns the picture in the requested width or the next larger one, as AVIF, WebP or JPEG depending on `Accept`",
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
        const accept = exchange.request.headers.accept ?? ""
        const picture = yield* serve(
          exchange.principal,
          id,
          { wanted, accept },
          exchange.params["role"] ?? ""
        )
        if (picture === undefined)
          return yield* refuse(exchange, {
            status: 404,
            code: "picture_missing",
            message: `This ${what} has no picture.`
          })
        yield* send(exchange, picture, query.get("v") === picture.version)
      }).pipe(
        Effect.catchAll((error) =>
          error instanceof NotReady
            ? busy(exchange, error)
            : error instanceof NotFound
              ? notFound(exchange, what)
              : Effect.die(error)
        )
      )
  })

const MOST_BYTES = 20 * 1024 * 1024
/** Maximum time in milliseconds for an upload. 20 MiB in two minutes require 1.4 Mbit/s. */
const MOST_MILLIS = 120_000

const receive = <A, E, R>(exchange: RawExchange, upload: (bytes: Buffer) => Effect.Effect<A, E, R>) =>
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
    yield* sendJson(exchange, yield* respond(upload(bytes)))
  })

/**
 * Limits concurrent uploads, because each takes up to three times 20 MiB of memory. The body of a waiting request is
 * not read until another upload is finished.
 */
const receiving = Effect.unsafeMakeSemaphore(4)

type UploadFault =
  NoPicture | NotFound | NotReady | AdminRequired | StorageFull | StorageUnavailable | Conflict | SqlError

/**
 * Builds a route that receives an uploaded picture. `require` checks permissions before any bytes are read. `upload`
 * stores the bytes, which are known to start with the signature of a picture format.
 */
export const pictureUploadRoute = <A, R, R2>({
  name = "thumbnail",
  path,
  require,
  upload,
  what
}: Pictured & {
  readonly require: (
    principal: Principal,
    id: string,
    role: string
  ) => Effect.Effect<unknown, NotFound | AdminRequired | SqlError, R>
  readonly upload: (
    principal: Principal,
    id: string,
    bytes: Buffer,
    role: string
  ) => Effect.Effect<A, UploadFault, R2>
}) =>
  rawRoute({
    method: "POST",
    path: `${path}/:id/${name}`,
    access: "session",
    body: "stream",
    errors: "envelope",
    summary:
      "Replaces the picture with an uploaded one: multipart, field `file`, JPEG, PNG, WebP, AVIF or GIF of up to 20 MiB",
    contentType: "application/json",
    handle: (exchange: RawExchange) =>
      Effect.gen(function* () {
        const id = exchange.params["id"] ?? ""
        const role = exchange.params["role"] ?? ""
        yield* require(exchange.principal, id, role)
        yield* receiving.withPermits(1)(
          receive(exchange, (bytes) => upload(exchange.principal, id, bytes, role))
        )
      }).pipe(
        Effect.catchTags({
          UploadRefused: (refusal) => refuse(exchange, refusal),
          NoPicture: ({ code, message }) =>
            code === "too-large"
              ? refuse(exchange, { status: 413, code: "payload_too_large", message })
              : code === "unknown-type"
                ? refuse(exchange, { status: 415, code: "unsupported_media_type", message })
                : refuse(exchange, { status: 400, code: "validation", message: `file: ${message}` }),
          NotFound: () => notFound(exchange, what),
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
