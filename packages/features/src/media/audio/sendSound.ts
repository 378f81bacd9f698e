import { type ConvertedSound, packetsFrom } from "@media/media-tools/audio/ConvertedSound"
import { bytesOf } from "@media/media-tools/audio/Pieces"
import { RawFailure } from "@media/http/RawRoute"
import type { MediaPath } from "@media/media-tools/MediaPath"
import type { RunningTool } from "@media/media-tools/MediaProcess"
import * as Effect from "effect/Effect"
import type { ServerResponse } from "node:http"
import { NO_SOUND } from "./decodable.ts"

/**
 * Time in milliseconds after which a client that has stopped reading counts as paused. The server then stops the
 * encoder, and starts a new one at the same position when the client reads again.
 */
const STALLED_MILLIS = 15_000
/** Size in bytes of the chunks in which the header is written. The sample table of an audiobook can take megabytes. */
const HEADER_CHUNK = 64 * 1024
const RETRY_SECONDS = 10

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

/**
 * The reason why writing stopped: all requested bytes were written, the client paused, the client disconnected, or the
 * encoder ended before all requested bytes were written.
 */
type Ending = "done" | "paused" | "gone" | "short"

interface Wanted {
  /** The number of encoder bytes to discard before the first requested byte. */
  readonly skip: number
  readonly bytes: number
  /** Called once before the first byte is written. */
  readonly begin: () => Promise<void>
}

/** Writes the encoder's output to the response. Returns the number of written bytes and the reason for stopping. */
const writeOut = async (
  { stdout }: RunningTool,
  response: ServerResponse,
  { begin, bytes: wanted, skip }: Wanted
) => {
  let left = wanted
  let ahead = skip
  const end = (ending: Ending) => ({ ending, written: wanted - left })
  try {
    for await (const chunk of stdout as AsyncIterable<Buffer>) {
      if (response.destroyed) return end("gone")
      const bytes = chunk.subarray(ahead, ahead + left)
      ahead = Math.max(0, ahead - chunk.length)
      if (bytes.length === 0) continue
      if (left === wanted) await begin()
      left -= bytes.length
      const isTaken = response.write(bytes)
      if (left === 0) return end("done")
      if (!isTaken && !(await takesMore(response, STALLED_MILLIS))) return end("paused")
    }
  } catch {
    // The output ended with an error, because the encoder was killed. The caller learns the reason from the encoder's
    // exit status.
  }
  return end(response.destroyed ? "gone" : "short")
}

const writeHeader = async (
  response: ServerResponse,
  { header }: ConvertedSound,
  from: number,
  to: number
) => {
  for (let at = from; at < to && !response.destroyed; at += HEADER_CHUNK) {
    const isTaken = response.write(bytesOf(header, at, Math.min(to, at + HEADER_CHUNK)))
    if (!isTaken) await takesMore(response)
  }
}

interface Sending {
  readonly path: MediaPath
  readonly sound: ConvertedSound
  /** The positions of the first and the last byte, both inclusive. */
  readonly range: { readonly start: number; readonly end: number }
  readonly sendHead: () => void
}

/**
 * Sends a range of a converted file. The response headers are sent with the first packet of the encoder, so that a file
 * without decodable audio results in an error instead of an empty success.
 */
export const sendSound = (response: ServerResponse, { path, range, sendHead, sound }: Sending) =>
  Effect.gen(function* () {
    const { form, headerBytes } = sound
    let isBegun = false
    const begin = async () => {
      if (isBegun) return
      isBegun = true
      sendHead()
      await writeHeader(response, sound, range.start, Math.min(headerBytes, range.end + 1))
    }
    let at = Math.max(range.start, headerBytes)
    let isPadded = false
    while (at <= range.end && !response.destroyed) {
      const from = at - headerBytes
      const packet = Math.floor(from / form.packetBytes)
      const wanted = { bytes: range.end - at + 1, begin }
      const { ending, exit, written } = yield* Effect.scoped(
        Effect.gen(function* () {
          const { running, skip } = yield* packetsFrom(path, sound, packet, isPadded)
          const skipped = skip + (from % form.packetBytes)
          const outcome = yield* Effect.promise(() =>
            writeOut(running, response, { ...wanted, skip: skipped })
          )
          return {
            ...outcome,
            exit: outcome.ending === "short" ? yield* Effect.either(running.exit) : undefined
          }
        })
      )
      at += written
      if (ending === "paused" && response.writableNeedDrain) yield* Effect.promise(() => takesMore(response))
      if (exit === undefined) continue
      const isFault =
        exit._tag === "Left" && (exit.left._tag === "MediaProcessTimeout" || exit.left.signal !== null)
      if (isFault && !isBegun)
        return yield* new RawFailure({
          status: 503,
          text: exit.left.message,
          retryAfterSeconds: RETRY_SECONDS
        })
      // The encoder produced no output from the start, not even silence.
      const isEmpty = packet === 0 && written === 0
      if (!isBegun && (isEmpty || isPadded)) return yield* new RawFailure({ status: 422, text: NO_SOUND })
      // Abort the connection, because the client would take a response that ends normally for the whole audio.
      if (isFault || isPadded) return void response.destroy()
      // The audio ends before the duration that the file claims, so the rest is filled with silence.
      isPadded = true
    }
    if (!response.destroyed) {
      yield* Effect.promise(begin)
      response.end()
    }
  })
