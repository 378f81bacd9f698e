import { RawFailure, type RawExchange, type RawRoute } from "@media/http/RawRoute"
import { wholeBaseOf } from "@media/http/request/OwnAddress"
import { sendEntity } from "@media/http/response/SendEntity"
import { respond } from "@media/wire/Respond"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { pictureRoute, pictureUploadRoute } from "../../playback/pictures/pictureRoutes.ts"
import { findEditable } from "./commands.ts"
import { jsonOf, playlistOf } from "./exports.ts"
import { serveCover, uploadCover } from "./pictures.ts"

const path = "/api/collections"

export const collectionCover = pictureRoute({
  path,
  what: "collection",
  name: "cover",
  serve: serveCover
})

export const collectionCoverUpload = pictureUploadRoute({
  path,
  what: "collection",
  name: "cover",
  require: findEditable,
  upload: uploadCover
})

/** Returns the route unchanged. The type parameter infers the requirements of the handler. */
const rawRoute = <R>(route: RawRoute<R>): RawRoute<R> => route

const statuses: Readonly<Record<string, 404 | 422>> = { NotFound: 404, TooBroad: 422 }

const exportRoute = <E extends { readonly message: string; readonly _tag: string }, R>(
  name: string,
  contentType: string,
  summary: string,
  text: (principal: Principal, id: string, exchange: RawExchange) => Effect.Effect<string, E, R>
) =>
  rawRoute({
    method: "GET",
    path: `${path}/:id/${name}`,
    access: "session",
    body: "none",
    summary,
    contentType,
    handle: (exchange: RawExchange) =>
      Effect.gen(function* () {
        const id = exchange.params["id"] ?? ""
        const body = yield* respond(text(exchange.principal, id, exchange)).pipe(
          Effect.mapError(
            ({ _tag, message }) => new RawFailure({ status: statuses[_tag] ?? 503, text: message })
          )
        )
        exchange.response.setHeader("Content-Disposition", `attachment; filename="${name}"`)
        yield* sendEntity(exchange, {
          etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
          contentType: `${contentType}; charset=utf-8`,
          cacheControl: "private, no-cache",
          body: Buffer.from(body)
        })
      })
  })

export const collectionPlaylist = exportRoute(
  "export.m3u8",
  "application/vnd.apple.mpegurl",
  "Playlist of the videos and tracks of a collection",
  (principal, id, { request }) => playlistOf(principal, id, wholeBaseOf(request))
)

export const collectionJson = exportRoute(
  "export.json",
  "application/json",
  "The settings and the items of a collection",
  (principal, id) => jsonOf(principal, id)
)
