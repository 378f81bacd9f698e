import type { RawExchange, RawRoute } from "@media/http/RawRoute"
import { FormBroken } from "@media/http/request/StreamForm"
import { sendError } from "@media/http/response/SendError"
import { AdminRequired } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import { getVideo } from "../videos/queries.ts"
import { videoKind } from "../videos/kind.ts"
import { UploadRefused } from "./errors.ts"
import { receiveUpload } from "./receive.ts"
import { uploadConfig } from "./UploadConfig.ts"
import { beginsLikeVideo } from "./videoSigns.ts"

const refuse = (
  { response }: RawExchange,
  { code, message, status }: { readonly status: number; readonly code: string; readonly message: string }
) =>
  Effect.sync(() => {
    // What was not read would be taken for the next request.
    response.setHeader("Connection", "close")
    sendError(response, status, code, message)
  })

const sendCreated = ({ response }: RawExchange, data: unknown) =>
  Effect.sync(() => {
    const body = JSON.stringify({ ok: true, data })
    response.writeHead(201, {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
      "Cache-Control": "no-store"
    })
    response.end(body)
  })

const isForm = ({ request }: RawExchange): boolean =>
  (request.headers["content-type"] ?? "").toLowerCase().startsWith("multipart/form-data")

/** Keeps what the handler needs in the type. */
const rawRoute = <R>(route: RawRoute<R>): RawRoute<R> => route

export const videoUpload = rawRoute({
  method: "POST",
  path: `${videoKind.paths.list}/upload`,
  access: "session",
  body: "stream",
  errors: "envelope",
  summary:
    "Uploads a video into a library folder: multipart, fields `file`, `libraryRootId` and `folder` (below it; made when it is not there), in any order; 201 with the video",
  contentType: "application/json",
  handle: (exchange: RawExchange) =>
    Effect.gen(function* () {
      if (!isForm(exchange))
        return yield* refuse(exchange, {
          status: 415,
          code: "unsupported_media_type",
          message: 'Send the file as multipart/form-data, in the field "file".'
        })
      const { maxVideoBytes } = yield* Effect.orDie(uploadConfig)
      const { principal, request } = exchange
      const id = yield* receiveUpload(principal, request, {
        kind: "video",
        maxBytes: maxVideoBytes,
        beginsWell: beginsLikeVideo
      })
      yield* sendCreated(exchange, yield* getVideo({ ...principal, showNsfw: true }, id))
    }).pipe(
      Effect.catchAll((cause) => {
        if (cause instanceof UploadRefused) return refuse(exchange, cause)
        if (cause instanceof AdminRequired)
          return refuse(exchange, { status: 403, code: "admin_required", message: cause.message })
        if (cause instanceof FormBroken)
          return refuse(exchange, { status: 400, code: "validation", message: cause.message })
        return Effect.die(cause)
      })
    )
})
