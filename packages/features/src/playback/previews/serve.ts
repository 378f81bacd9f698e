import { serveFile } from "@media/http/bytes/ServeFile"
import { RawFailure, type RawExchange } from "@media/http/RawRoute"
import { sendEntity } from "@media/http/response/SendEntity"
import { enqueue } from "@media/jobs/Enqueue"
import { PreviewStore } from "@media/pictures/PreviewStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { basename } from "node:path"
import { previewsOf } from "./queue.ts"
import { adjacentGeneratedPath } from "../../library/storage/served.ts"
import { type KnownPreviews, previewsSeen } from "./queries.ts"
import { CELLS_PER_SHEET } from "../../media/videos/previewContract.ts"
import { trickplayVtt } from "./vtt.ts"

const none = (text: string) => new RawFailure({ status: 404, text })

/**
 * Returns the `Cache-Control` header. If the URL contains the current version, the response is cached for one year.
 * Otherwise, it is revalidated each time.
 */
const cachingOf = ({ request }: RawExchange, version: string): string => {
  const asked = new URL(request.url ?? "", "http://server").searchParams.get("v")
  return asked !== null && asked.startsWith(version)
    ? "private, max-age=31536000, immutable"
    : "private, no-cache"
}

const seen = (exchange: RawExchange) =>
  Effect.gen(function* () {
    const id = exchange.params["id"] ?? ""
    const found = yield* Effect.orDie(previewsSeen(exchange.principal, id))
    if (Option.isNone(found)) return yield* none("Video not found.")
    // The response depends on the cookie, so the next user of the same browser must not get the response from the
    // cache.
    exchange.response.setHeader("Vary", "Cookie, Authorization")
    return { id, known: found.value }
  })

/**
 * Sends a file from the cache, or else the file next to the video. If neither exists, responds with 404 and queues a
 * job that regenerates the file.
 */
const sendFile = (
  exchange: RawExchange,
  { id, known }: { readonly id: string; readonly known: KnownPreviews },
  file: {
    readonly path: string
    readonly version: string
    readonly etag: string
    readonly contentType: string
  }
) => {
  const send = (from: { readonly path: string | Buffer; readonly root?: string }) =>
    serveFile(
      {
        ...from,
        etag: file.etag,
        contentType: file.contentType,
        cacheControl: cachingOf(exchange, file.version)
      },
      exchange.request,
      exchange.response
    )
  const isGone = ({ status }: RawFailure): boolean => status === 404
  const makeAgain = Effect.zipRight(
    Effect.orDie(enqueue([previewsOf(id, known.title, "playback")])),
    none("The preview is being regenerated.")
  )
  return send({ path: file.path }).pipe(
    Effect.catchIf(isGone, () =>
      Effect.flatMap(Effect.orDie(adjacentGeneratedPath(id, basename(file.path))), (found) =>
        found === undefined ? makeAgain : Effect.catchIf(send(found), isGone, () => makeAgain)
      )
    )
  )
}

const noTrickplay = () => none("This video has no preview thumbnails yet.")

export const serveVtt = (exchange: RawExchange, height: number) =>
  Effect.gen(function* () {
    const { known } = yield* seen(exchange)
    if (known.trickplay === undefined) return yield* noTrickplay()
    const track = { ...known.trickplay, duration: known.duration }
    const text = trickplayVtt(height, track, exchange.accessToken)
    const etag = `"${known.trickplay.version}-${known.trickplay.cells}-${height}-2"`
    yield* sendEntity(exchange, {
      etag,
      contentType: "text/vtt; charset=utf-8",
      cacheControl: cachingOf(exchange, known.trickplay.version),
      body: text
    })
  })

export const serveSheet = (exchange: RawExchange, sheet: number) =>
  Effect.gen(function* () {
    const store = yield* PreviewStore
    const found = yield* seen(exchange)
    const { trickplay } = found.known
    if (trickplay === undefined || sheet * CELLS_PER_SHEET >= trickplay.cells) return yield* noTrickplay()
    yield* sendFile(exchange, found, {
      path: store.sheetPath(found.id, trickplay.version, sheet),
      version: trickplay.version,
      etag: `"${trickplay.version}-${sheet}-${trickplay.cells}"`,
      contentType: "image/jpeg"
    })
  })

export const serveClip = (exchange: RawExchange) =>
  Effect.gen(function* () {
    const store = yield* PreviewStore
    const found = yield* seen(exchange)
    const version = found.known.clipVersion
    if (version === undefined) return yield* none("This video has no preview clip yet.")
    yield* sendFile(exchange, found, {
      path: store.clipPath(found.id, version),
      version,
      etag: `"${version}"`,
      contentType: "video/mp4"
    })
  })
