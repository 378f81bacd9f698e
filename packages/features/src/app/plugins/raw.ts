import { discardRest } from "@media/http/request/DiscardRest"
import { MOST_DISCARDED_BYTES, receiveFile } from "@media/http/request/ReceiveFile"
import type { RawExchange, RawRoute } from "@media/http/RawRoute"
import { sendError } from "@media/http/response/SendError"
import * as Effect from "effect/Effect"
import { PluginFolder } from "./PluginFolder.ts"
import { keepUpload, mostUploadBytes } from "./uploads.ts"

const uploadMillis = 10 * 60_000

/** Returns the route unchanged. The type parameter infers the requirements of the handler. */
const rawRoute = <R>(route: RawRoute<R>): RawRoute<R> => route

/**
 * Stores an uploaded archive for an hour, so that an administrator can review its permissions before the installation.
 */
export const pluginUpload = rawRoute({
  method: "POST",
  path: "/api/plugins/uploads",
  access: "administrator",
  body: "stream",
  errors: "envelope",
  summary: "Uploads a plugin archive: multipart, field `file`. Use the returned `uploadId` to install it",
  contentType: "application/json",
  handle: (exchange: RawExchange) =>
    Effect.gen(function* () {
      const { root } = yield* PluginFolder
      const bytes = yield* receiveFile(exchange.request, {
        field: "file",
        maxBytes: mostUploadBytes,
        maxMillis: uploadMillis
      })
      const uploadId = yield* keepUpload(root, bytes)
      exchange.response.statusCode = 201
      exchange.response.setHeader("Content-Type", "application/json")
      exchange.response.end(JSON.stringify({ ok: true, data: { uploadId } }))
    }).pipe(
      Effect.catchAll(({ code, message, status }) =>
        Effect.sync(() => {
          sendError(exchange.response, status, code, message)
          discardRest(exchange.request, MOST_DISCARDED_BYTES)
        })
      )
    )
})
