import { convertedSound, isSoundFormat } from "@media/media-tools/audio/ConvertedSound"
import { parseRange } from "@media/http/bytes/RangeHeader"
import { RawFailure, type RawExchange } from "@media/http/RawRoute"
import { namesTag } from "@media/http/request/EntityTags"
import { pinFile } from "@media/media-tools/PinnedFile"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import {
  type ItemSource,
  sourceColumns,
  sourceRowFields,
  sourceTables,
  toItemSource,
  visibleSource
} from "../../catalog/items/source.ts"
import { lengthToConvert } from "./decodable.ts"
import { trackKind } from "./kind.ts"
import { withListener } from "./listeners.ts"
import { sendSound } from "./sendSound.ts"

interface TimedSource extends ItemSource {
  /** The duration in seconds that the file claims. Null until the file was examined. */
  readonly duration: number | null
  /** The number of seconds decoded for the waveform. Null until the waveform exists. */
  readonly decoded: number | null
}
const timedRow = Schema.Struct({
  ...sourceRowFields,
  duration: Schema.NullOr(Schema.Number),
  decoded: Schema.NullOr(Schema.Number)
})
const sourceOf = (principal: Principal, id: string) =>
  visibleSource(
    {
      kind: trackKind.kind,
      row: timedRow,
      columns: `${sourceColumns}, v.duration, k.decoded_seconds as decoded`,
      tables: `${sourceTables} left join audio_facts k on k.item_id = v.id`,
      toSource: ({ decoded, duration, ...row }: typeof timedRow.Type): TimedSource => ({
        ...toItemSource(row),
        duration,
        decoded
      })
    },
    principal,
    id
  )

const requireSound = (exchange: RawExchange, format: string) =>
  Effect.gen(function* () {
    if (!isSoundFormat(format))
      return yield* new RawFailure({ status: 400, text: "format: must be opus or mp3." })
    const found = yield* Effect.orDie(sourceOf(exchange.principal, exchange.params["id"] ?? ""))
    if (Option.isNone(found)) return yield* new RawFailure({ status: 404, text: "Track not found." })
    const { decoded, duration, failure, file, root, status } = found.value
    if (status === "failed")
      return yield* new RawFailure({ status: 422, text: failure ?? "The file cannot be read." })
    if (duration === null)
      return yield* new RawFailure({
        status: 503,
        text: "The file has not been examined yet.",
        retryAfterSeconds: 2
      })
    if (duration <= 0)
      return yield* new RawFailure({ status: 422, text: "The length of the audio is unknown." })
    return { file, root: root.path, sound: convertedSound(format, lengthToConvert(duration, decoded)) }
  })

const RETRY_SECONDS = 30

/**
 * Fails with a 503 response. If the headers were already sent, closes the connection instead, so that the client sees
 * an incomplete transfer.
 */
const unavailable = ({ response }: RawExchange, text: string): Effect.Effect<void, RawFailure> =>
  response.headersSent
    ? Effect.sync(() => void response.destroy())
    : new RawFailure({ status: 503, text, retryAfterSeconds: RETRY_SECONDS })

/**
 * Sends a track converted to a format that browsers play. For the client, the response is like a file: it has a length
 * and an ETag and supports range requests. The server encodes the track while the client reads and does not store the
 * result, so a range that is requested twice is encoded twice.
 */
export const serveConverted = (exchange: RawExchange, format: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { request, response } = exchange
      const { file, root, sound } = yield* requireSound(exchange, format)
      const pinned = yield* Effect.mapError(
        pinFile(root, file),
        ({ code, reason }) => new RawFailure({ status: code === "busy" ? 503 : 404, text: reason })
      )
      // The ETag is weak, because the bytes of a range depend on where the encoder started, even if the samples are the
      // same.
      const tag = `"${format}-${sound.size.toString(16)}-${pinned.size.toString(16)}-${pinned.mtimeMs.toString(16)}"`
      response.setHeader("ETag", `W/${tag}`)
      response.setHeader("Accept-Ranges", "bytes")
      response.setHeader("Cache-Control", "private, max-age=0, must-revalidate")
      response.setHeader("Vary", "Cookie, Authorization")
      if (namesTag(request.headers["if-none-match"], tag)) return void response.writeHead(304).end()
      // Ignore the range if the request has an `If-Range` header, because `If-Range` never matches a weak ETag (RFC
      // 9110 13.1.5). Otherwise, a client could join bytes from two encoder runs.
      const isUnconditional = request.headers["if-range"] === undefined
      const wanted = parseRange(isUnconditional ? request.headers.range : undefined, sound.size)
      if (wanted._tag === "Unsatisfiable") {
        response.setHeader("Content-Range", `bytes */${sound.size}`)
        return yield* new RawFailure({ status: 416, text: "The requested range is outside of the file." })
      }
      const isPart = wanted._tag === "Part"
      const range = isPart ? wanted.range : { start: 0, end: sound.size - 1 }
      const sendHead = () => {
        if (isPart) response.setHeader("Content-Range", `bytes ${range.start}-${range.end}/${sound.size}`)
        response.writeHead(isPart ? 206 : 200, {
          "Content-Type": sound.form.contentType,
          "Content-Length": range.end - range.start + 1
        })
      }
      if (request.method === "HEAD") {
        sendHead()
        return void response.end()
      }
      yield* withListener(
        exchange.principal.accountId,
        sendSound(response, { path: pinned.path, sound, range, sendHead })
      )
    })
  ).pipe(
    Effect.catchTags({
      MediaToolMissing: ({ message }) => unavailable(exchange, message),
      MediaProcessFailed: ({ message }) => unavailable(exchange, message)
    }),
    Effect.withSpan("audio.convert")
  )
