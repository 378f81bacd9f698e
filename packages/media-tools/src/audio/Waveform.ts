import * as Effect from "effect/Effect"
import type { Readable } from "node:stream"
import { inputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import { MediaProcess } from "../MediaProcess.ts"
import { MediaProcessFailed, type MediaProcessError } from "../MediaToolErrors.ts"
import { type Peaks, peaksReader } from "./Peaks.ts"

/** Enough for an audiobook of 40 hours on a slow share. */
const WALL_MS = 2 * 3_600_000
const SILENCE_MS = 120_000
const LIMITS = { cpuSeconds: 3_600, memoryBytes: 1024 ** 3, fileBytes: 0 }
/** Yields to scans and viewers. */
const NICE = 15

/**
 * Mixes the channels into one, as a waveform shows them, with one byte per sample, which is all the precision that the
 * result needs. Written per buffer instead of per packet of 1,152 samples, because on a busy machine each write waits
 * for its reader (230 instead of 740 reads for four minutes).
 */
const soundArgs = [
  ...["-map", "0:a:0", "-vn", "-sn", "-dn", "-map_metadata", "-1", "-ac", "1", "-c:a", "pcm_u8"],
  ...["-fflags", "+bitexact", "-flush_packets", "0", "-f", "wav", "pipe:1"]
]
/** Size of the header of a WAV file with nothing but sound; bytes 24 to 27 are the sample rate. */
const HEADER_BYTES = 44

/** Returns the sample rate; 0 if there was no sound. */
const readAll = async (
  stdout: Readable,
  onSamples: (samples: Buffer, rate: number) => void
): Promise<number> => {
  let header = Buffer.alloc(0)
  let rate = 0
  try {
    for await (const bytes of stdout as AsyncIterable<Buffer>) {
      if (rate > 0) {
        onSamples(bytes, rate)
        continue
      }
      header = Buffer.concat([header, bytes])
      if (header.length <= HEADER_BYTES) continue
      rate = header.readUInt32LE(24)
      onSamples(header.subarray(HEADER_BYTES), rate)
    }
  } catch {
    // The tool was stopped; its exit reports why.
  }
  return rate
}

export interface Waveform extends Peaks {
  /** Seconds of decoded sound, because the length in a file's header may be wrong. */
  readonly duration: number
}

/**
 * The peaks of a file's sound, from one decoding pass (an hour of MP3 takes as long as `ffmpeg -f null`: `npm run bench
 * -- waveform`). Sound before a damaged position counts; no sound at all is a failure.
 */
export const waveformOf = (
  path: MediaPath,
  /** Called with the seconds of sound read so far. */
  onSeconds: (seconds: number) => void = () => undefined
): Effect.Effect<Waveform, MediaProcessError, MediaProcess> =>
  Effect.scoped(
    Effect.gen(function* () {
      const tools = yield* MediaProcess
      const running = yield* tools.stream({
        tool: "ffmpeg",
        args: [
          ...["-hide_banner", "-nostdin", "-v", "error", "-threads", "1"],
          ...inputArgs(path),
          ...soundArgs
        ],
        timeoutMs: WALL_MS,
        silenceMs: SILENCE_MS,
        limits: LIMITS,
        nice: NICE
      })
      const reader = peaksReader()
      let samples = 0
      const rate = yield* Effect.promise(() =>
        readAll(running.stdout, (bytes, perSecond) => {
          reader.read(bytes)
          samples += bytes.length
          if (perSecond > 0) onSeconds(samples / perSecond)
        })
      )
      const exit = yield* Effect.either(running.exit)
      const isCutShort = exit._tag === "Left"
      const isOfTheFile =
        isCutShort && exit.left instanceof MediaProcessFailed && exit.left.signal === null && samples > 0
      if (isCutShort && !isOfTheFile) return yield* exit.left
      return { ...reader.end(), duration: rate === 0 ? 0 : samples / rate }
    })
  ).pipe(Effect.withSpan("media.waveform"))
