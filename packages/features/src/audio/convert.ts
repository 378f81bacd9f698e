import {
  type ConvertedSound,
  convertedSound,
  isSoundFormat,
  packetsFrom
} from "@media/media-tools/audio/ConvertedSound"
import { parseRange } from "@media/http/bytes/RangeHeader"
import { RawFailure, type RawExchange } from "@media/http/RawRoute"
import { namesTag } from "@media/http/request/EntityTags"
import type { MediaPath } from "@media/media-tools/MediaPath"
import { pinFile } from "@media/media-tools/PinnedFile"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ServerResponse } from "node:http"
import type { Readable } from "node:stream"
import {
  type ItemSource,
  sourceColumns,
  sourceRowFields,
  sourceTables,
  toItemSource,
  visibleSource
} from "../items/source.ts"
import { trackKind } from "./kind.ts"
import { withListener } from "./listeners.ts"

interface TimedSource extends ItemSource {
  /** Seconds; null while the file is not examined. */
  readonly duration: number | null
}
const timedRow = Schema.Struct({ ...sourceRowFields, duration: Schema.NullOr(Schema.Number) })
const sourceOf = (principal: Principal, id: string) =>
  visibleSource(
    {
      kind: trackKind.kind,
      row: timedRow,
      columns: `${sourceColumns}, v.duration`,
      tables: sourceTables,
      toSource: (row: typeof timedRow.Type): TimedSource => ({ ...toItemSource(row), duration: row.duration })
    },
    principal,
    id
  )

/** A listener who takes nothing for so long has paused: the encoder ends, and goes on where it was when more is taken. */
const STALLED_MILLIS = 15_000

const takesMore = (response: ServerResponse, millis?: number): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (takes: boolean) => {
      clearTimeout(timer)
      response.off("drain", onDrain).off("close", onClose)
      resolve(takes)
    }
    const onDrain = () => settle(true)
    const onClose = () => settle(true)
    const timer = millis === undefined ? undefined : setTimeout(() => settle(false), millis)
    response.once("drain", onDrain).once("close", onClose)
  })

/** How it went: all is written, the listener pauses or is gone, or the encoder ended before its time. */
type Ending = "done" | "paused" | "gone" | "broken"

/** Writes `wanted` bytes behind the first `skip`; answers how many were. */
const writeOut = async (stdout: Readable, response: ServerResponse, skip: number, wanted: number) => {
  let left = wanted
  let ahead = skip
  const end = (ending: Ending) => ({ ending, written: wanted - left })
  try {
    for await (const chunk of stdout as AsyncIterable<Buffer>) {
      if (response.destroyed) return end("gone")
      const bytes = chunk.subarray(ahead, ahead + left)
      ahead = Math.max(0, ahead - chunk.length)
      if (bytes.length === 0) continue
      left -= bytes.length
      const isTaken = response.write(bytes)
      if (left === 0) return end("done")
      if (!isTaken && !(await takesMore(response, STALLED_MILLIS))) return end("paused")
    }
  } catch {
    // The encoder was ended.
  }
  return end(response.destroyed ? "gone" : "broken")
}

/** The bytes of a converted file from `start` to `end`, both among them; the head of the response is written. */
const writeRange = (
  { response }: RawExchange,
  path: MediaPath,
  sound: ConvertedSound,
  range: { readonly start: number; readonly end: number }
) =>
  Effect.gen(function* () {
    const { form, header } = sound
    let at = range.start
    if (at < header.length) {
      const bytes = header.subarray(at, range.end + 1)
      response.write(bytes)
      at += bytes.length
    }
    while (at <= range.end && !response.destroyed) {
      const from = at
      const packet = Math.floor((from - header.length) / form.packetBytes)
      const within = (from - header.length) % form.packetBytes
      const { ending, written } = yield* Effect.scoped(
        Effect.flatMap(packetsFrom(path, sound, packet), ({ running, skip }) =>
          Effect.promise(() => writeOut(running.stdout, response, skip + within, range.end - from + 1))
        )
      )
      at += written
      // A clean end would pass for the whole.
      if (ending === "broken") return response.destroy()
      if (ending === "paused" && response.writableNeedDrain) yield* Effect.promise(() => takesMore(response))
    }
    response.end()
  })

const requireSound = (exchange: RawExchange, format: string) =>
  Effect.gen(function* () {
    if (!isSoundFormat(format))
      return yield* new RawFailure({ status: 400, text: "format: must be opus or mp3." })
    const found = yield* Effect.orDie(sourceOf(exchange.principal, exchange.params["id"] ?? ""))
    if (Option.isNone(found)) return yield* new RawFailure({ status: 404, text: "Track not found." })
    const { duration, failure, file, root, status } = found.value
    if (status === "failed")
      return yield* new RawFailure({ status: 422, text: failure ?? "The file cannot be read." })
    if (duration === null)
      return yield* new RawFailure({
        status: 503,
        text: "The file has not been examined yet.",
        retryAfterSeconds: 2
      })
    if (duration <= 0)
      return yield* new RawFailure({ status: 422, text: "The length of the sound is not known." })
    return { file, root: root.path, sound: convertedSound(format, duration) }
  })

/**
 * A track in a form that browsers play, as a file that is made while it is read: with a length, ranges and an ETag. Nothing
 * is kept; a part that is asked for again is made again.
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
      // Parts made at different times are of one file: each packet stands for the same samples.
      const etag = `"${format}-${sound.size.toString(16)}-${pinned.size.toString(16)}-${pinned.mtimeMs.toString(16)}"`
      response.setHeader("ETag", etag)
      response.setHeader("Accept-Ranges", "bytes")
      response.setHeader("Cache-Control", "private, max-age=0, must-revalidate")
      response.setHeader("Vary", "Cookie, Authorization")
      if (namesTag(request.headers["if-none-match"], etag)) return void response.writeHead(304).end()
      const condition = request.headers["if-range"]
      const holds = condition === undefined || condition === etag
      const wanted = parseRange(holds ? request.headers.range : undefined, sound.size)
      if (wanted._tag === "Unsatisfiable") {
        response.setHeader("Content-Range", `bytes */${sound.size}`)
        return yield* new RawFailure({ status: 416, text: "The range lies outside the file." })
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
        Effect.suspend(() => {
          sendHead()
          return writeRange(exchange, pinned.path, sound, range)
        })
      )
    })
  ).pipe(
    Effect.catchTags({
      MediaToolMissing: ({ message }) =>
        new RawFailure({ status: 503, text: message, retryAfterSeconds: 60 }),
      // The head is sent by then: only a broken transfer tells.
      MediaProcessFailed: () => Effect.sync(() => void exchange.response.destroy())
    }),
    Effect.withSpan("audio.convert")
  )
