import type { SqlClient } from "@effect/sql/SqlClient"
import { enqueue } from "@media/jobs/Enqueue"
import type { QueryCache } from "@media/pg/QueryCache"
import { HlsEngine, type HlsSource, type SegmentAnswer } from "@media/media-tools/hls/HlsEngine"
import { parseHlsPath, type HlsPath } from "@media/media-tools/hls/HlsPath"
import type {
  HlsBusy,
  HlsUnavailable,
  SegmentOutOfRange,
  UnknownRendition
} from "@media/media-tools/hls/HlsErrors"
import type { PreviewStore } from "@media/pictures/PreviewStore"
import { serveFile } from "@media/http/bytes/ServeFile"
import { RawFailure, type RawExchange, type RawRoute } from "@media/http/RawRoute"
import { sendWhole } from "@media/http/response/SendWhole"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { scanOf } from "../../library/libraries/policy.ts"
import { serveSheet, serveVtt } from "../previews/serve.ts"
import { probeOf } from "../../media/videos/policy.ts"
import type { VideoSource } from "../../media/videos/source.ts"
import { fillOncePlayed, playerOpened, recordBroken } from "./fillOnPlay.ts"
import { requireHlsSource } from "./hlsSource.ts"
import { choiceOf, withTracks } from "./tracks.ts"

const toRawFailure = (error: HlsUnavailable | HlsBusy | SegmentOutOfRange | UnknownRendition): RawFailure => {
  switch (error._tag) {
    case "HlsUnavailable":
      return error.isTransient
        ? new RawFailure({ status: 503, text: error.message, retryAfterSeconds: 1 })
        : // The problem is in the file, not in the server.
          new RawFailure({ status: 422, text: error.message })
    case "HlsBusy":
      return new RawFailure({ status: 503, text: error.message, retryAfterSeconds: error.retryAfterSeconds })
    default:
      // hls.js never retries after a 4xx status. This is correct for the two errors that lead here, because a retry
      // cannot fix them.
      return new RawFailure({ status: 404, text: error.message })
  }
}

/**
 * Returns the error for a segment that a rebuild or the cache limit deleted before it could be opened. The next request
 * regenerates the segment.
 */
const vanished = () =>
  new RawFailure({ status: 503, text: "The segment is being regenerated.", retryAfterSeconds: 1 })

const sendPlaylist = (exchange: RawExchange, body: string) =>
  Effect.suspend(() => {
    exchange.response.setHeader("Cache-Control", "private, no-store")
    return sendWhole(exchange, { contentType: "application/vnd.apple.mpegurl", body })
  })

/**
 * Sends bytes while they are produced. A failure after the first byte aborts the connection, because players retry an
 * aborted transfer. If the response ended normally, they would treat the segment as complete.
 */
const follow = (
  response: ServerResponse,
  segment: Extract<SegmentAnswer, { kind: "live" }>
): Promise<void> => {
  response.writeHead(200, { "Content-Type": "video/mp2t", "Cache-Control": "private, no-store" })
  response.flushHeaders()
  // `pipeline` destroys the response if the source fails, and stops the source if the client disconnects.
  return pipeline(Readable.from(segment.subscribe()), response).catch(() => undefined)
}

const sendSegment = (
  exchange: RawExchange,
  hls: HlsSource,
  source: VideoSource,
  path: Extract<HlsPath, { kind: "segment" }>
) =>
  Effect.gen(function* () {
    const engine = yield* HlsEngine
    const viewer = exchange.principal.sessionId
    const part = yield* partOf(exchange)
    // The response depends on the cookie, so the next user of the same browser must not get the response from the
    // cache.
    exchange.response.setHeader("Vary", "Cookie, Authorization")
    const isHead = exchange.request.method === "HEAD"
    // A HEAD request for a missing segment does not start an encoder.
    const segment = isHead
      ? Option.getOrUndefined(
          yield* Effect.mapError(engine.peek(hls, path.height, path.n, part), toRawFailure)
        )
      : yield* engine
          .segment(hls, path.height, path.n, { part, viewer, user: exchange.principal.accountId })
          .pipe(Effect.tapError(recordBroken(source)), Effect.mapError(toRawFailure))
    if (segment === undefined) {
      exchange.response
        .writeHead(200, { "Content-Type": "video/mp2t", "Cache-Control": "private, no-store" })
        .end()
      return
    }
    // Queue the conversion before sending the bytes. The end of the response interrupts all code of the request that is
    // still running.
    if (!isHead && isUsual(hls))
      yield* Effect.mapError(fillOncePlayed(viewer, hls, source, path.n), toRawFailure)
    if (segment.kind === "file") {
      const { etag, offset, path, size } = segment
      const slice = { offset, size }
      // A later version of the file has the same URL, so browsers must revalidate the segment each time.
      const options = { path, slice, etag, contentType: "video/mp2t", cacheControl: "private, no-cache" }
      return yield* Effect.mapError(serveFile(options, exchange.request, exchange.response), (failure) =>
        failure.status === 404 ? vanished() : failure
      )
    }
    yield* Effect.promise(() => follow(exchange.response, segment))
  })

/**
 * True if the viewer did not select tracks. Segments with selected tracks are made only during playback, because the
 * complete conversion contains only the default tracks.
 */
const isUsual = ({ tracks }: HlsSource): boolean =>
  tracks?.audio === undefined && tracks?.subtitle === undefined

const queryOf = ({ request }: RawExchange) => new URLSearchParams(request.url?.split("?")[1] ?? "")

/**
 * Returns the number of a part within the segment, from `part` in the query. Undefined if the whole segment is
 * requested.
 */
const partOf = (exchange: RawExchange) => {
  const part = queryOf(exchange).get("part")
  if (part === null) return Effect.succeed(undefined)
  return /^(0|[1-9]\d{0,3})$/.test(part)
    ? Effect.succeed(Number(part))
    : Effect.fail(new RawFailure({ status: 404, text: "The segment does not have this part." }))
}

/**
 * Returns the start time in seconds, from `at` in the query. The time is only a hint, so an invalid value is ignored.
 */
const startOf = (exchange: RawExchange): number | undefined => {
  const at = queryOf(exchange).get("at")
  return at !== null && /^\d{1,7}(\.\d{1,6})?$/.test(at) ? Number(at) : undefined
}

const requireTracks = (hls: HlsSource, exchange: RawExchange) => {
  const choice = choiceOf(queryOf(exchange))
  const chosen = choice === undefined ? Option.none() : withTracks(hls, choice)
  return Option.match(chosen, {
    onNone: () => Effect.fail(new RawFailure({ status: 404, text: "The video does not have this track." })),
    onSome: Effect.succeed
  })
}

const folderOf = (path: string): string | undefined => {
  const slash = path.lastIndexOf("/")
  return slash < 0 ? undefined : path.slice(0, slash)
}

/**
 * Queues an examination of the file if it has changed, or a scan of its folder if it is missing. The player retries its
 * request afterwards.
 */
const lookOn =
  (source: VideoSource) =>
  (
    error: HlsUnavailable | UnknownRendition | HlsBusy | SegmentOutOfRange
  ): Effect.Effect<unknown, never, SqlClient> => {
    if (error._tag !== "HlsUnavailable") return Effect.void
    switch (error.code) {
      case "source-changed":
        return Effect.orDie(enqueue([probeOf(source.id, source.label, "playback")]))
      case "source-missing":
        return Effect.orDie(
          enqueue([scanOf(source.libraryId, source.root, "playback", folderOf(source.label))])
        )
      default:
        return Effect.void
    }
  }

/** Sends the playlists, segments and thumbnails of a video. A single parser handles the path after `/hls/`. */
export const hlsRoute: RawRoute<SqlClient | QueryCache | HlsEngine | PreviewStore> = {
  method: "GET",
  path: "/api/video-stream/:id/hls/*",
  access: "session",
  body: "none",
  summary: "HLS playlists and MPEG-TS segments, depending on the path after `/hls/`",
  contentType: "application/vnd.apple.mpegurl",
  handle: (exchange) =>
    Effect.gen(function* () {
      const path = parseHlsPath(exchange.params["*"] ?? "")
      if (path === undefined) return yield* new RawFailure({ status: 404, text: "Stream file not found." })
      if (path.kind === "trickplayVtt") return yield* serveVtt(exchange, path.height)
      if (path.kind === "trickplayJpg") return yield* serveSheet(exchange, path.sheet)
      const found = yield* requireHlsSource(exchange.principal, exchange.params["id"] ?? "")
      const { source } = found
      const hls = yield* requireTracks(found.hls, exchange)
      const engine = yield* HlsEngine
      const hasParts = queryOf(exchange).get("parts") === "true"
      const options = { token: exchange.accessToken, hasParts }
      const { accountId: user, sessionId: viewer } = exchange.principal
      const isGet = exchange.request.method === "GET"
      switch (path.kind) {
        case "master": {
          const text = yield* Effect.mapError(
            Effect.tapError(
              engine.master(hls, { ...options, at: isGet ? startOf(exchange) : undefined, viewer, user }),
              lookOn(source)
            ),
            toRawFailure
          )
          if (isGet && isUsual(hls)) yield* playerOpened(viewer, hls, source)
          return yield* sendPlaylist(exchange, text)
        }
        case "variant": {
          const text = yield* Effect.mapError(engine.variant(hls, path.height, options), toRawFailure)
          return yield* sendPlaylist(exchange, text)
        }
        case "segment":
          return yield* sendSegment(exchange, hls, source, path)
        default:
          return yield* new RawFailure({ status: 404, text: "Stream file not found." })
      }
    })
}
