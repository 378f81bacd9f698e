import type { QueryCache } from "@media/pg/QueryCache"
import { enqueue } from "@media/jobs/Enqueue"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { RawExchange, RawRoute } from "@media/http/RawRoute"
import { sendEntity } from "@media/http/response/SendEntity"
import { sendError } from "@media/http/response/SendError"
import { NotFound } from "@media/kernel/Errors"
import type { MediaProcess } from "@media/media-tools/MediaProcess"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ServerResponse } from "node:http"
import { plainOriginalRoute } from "../../catalog/items/original.ts"
import { serveConverted } from "./convert.ts"
import { trackKind } from "./kind.ts"
import { waveformOfTrack } from "./queue.ts"
import { WAVEFORM_VERSION, waveformSeen, type WaveformData } from "./waveforms.ts"

/**
 * Sends the original bytes, or with `?format=`, the same audio in a format that browsers play. Both support range
 * requests.
 */
export const audioSourceRoute: RawRoute<SqlClient | QueryCache | MediaProcess> = plainOriginalRoute({
  kind: trackKind,
  family: "audio/*",
  summary:
    "Returns the original file, or a version converted on the fly with `?format=opus` (MP4) or `?format=mp3`. Supports ranges",
  instead: (exchange) => {
    const format = new URL(exchange.request.url ?? "", "http://server").searchParams.get("format")
    return format === null ? undefined : serveConverted(exchange, format)
  },
  types: {
    "mp3 mp2 mpga": "audio/mpeg",
    flac: "audio/flac",
    wav: "audio/wav",
    "ogg oga opus spx": "audio/ogg",
    aac: "audio/aac",
    "m4a m4b m4p m4r mp4 alac": "audio/mp4",
    wma: "audio/x-ms-wma",
    "aiff aif aifc": "audio/aiff",
    ape: "audio/x-ape",
    wv: "audio/x-wavpack",
    ac3: "audio/ac3",
    eac3: "audio/eac3",
    amr: "audio/amr",
    caf: "audio/x-caf",
    mka: "audio/x-matroska",
    "webm weba": "audio/webm"
  }
})

const send = (exchange: RawExchange, etag: string, data: WaveformData) =>
  sendEntity(exchange, {
    etag,
    contentType: "application/json; charset=utf-8",
    cacheControl: "private, no-cache",
    body: JSON.stringify({ ok: true, data })
  })

const RETRY_SECONDS = 5

/** Responds with 202 and no data instead of an error, because browsers log every error response to the console. */
const sendPending = (response: ServerResponse): void => {
  const body = JSON.stringify({ ok: true, data: null })
  response.writeHead(202, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "retry-after": String(RETRY_SECONDS)
  })
  response.end(response.req.method === "HEAD" ? undefined : body)
}

/**
 * Sends the waveform of a track. If the waveform does not exist yet, queues its job and responds with a retry delay.
 */
export const waveformRoute: RawRoute<SqlClient | QueryCache> = {
  method: "GET",
  path: `${trackKind.paths.list}/:id/waveform`,
  access: "session",
  body: "none",
  errors: "envelope",
  summary:
    "Returns the waveform of a track: `{version: 1, duration, count, peaks}` with the lowest and highest sample of each of at most 2,048 intervals",
  contentType: "application/json",
  statuses: {
    202: "The waveform is being computed, and the data is `null`. The live socket announces when it is ready"
  },
  handle: (exchange) =>
    Effect.gen(function* () {
      const { params, principal, response } = exchange
      const id = params["id"] ?? ""
      const found = yield* waveformSeen(principal, id)
      if (Option.isNone(found))
        return sendError(response, 404, "not_found", new NotFound({ what: trackKind.kind }).message)
      const { duration, failure, peaks, stamp, title } = found.value
      if (failure !== null) return sendError(response, 404, "waveform_missing", failure)
      if (peaks === null) {
        yield* enqueue([waveformOfTrack({ id, label: title, triggeredBy: "playback" }, true)])
        return sendPending(response)
      }
      yield* send(exchange, `"w${WAVEFORM_VERSION}-${stamp}"`, {
        version: WAVEFORM_VERSION,
        duration: duration ?? 0,
        count: peaks.length / 2,
        peaks: Array.from(new Int8Array(peaks.buffer, peaks.byteOffset, peaks.length))
      })
    }).pipe(Effect.orDie)
}
