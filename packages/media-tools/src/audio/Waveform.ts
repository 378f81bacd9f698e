import * as Effect from "effect/Effect"
import type { Readable } from "node:stream"
import { inputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import { MediaProcess } from "../MediaProcess.ts"
import { MediaProcessFailed, type MediaProcessError } from "../MediaToolErrors.ts"
import { type Peaks, peaksReader } from "./Peaks.ts"

/** Wall clock limit in milliseconds, enough for a 40-hour audiobook on a slow share. */
const WALL_MS = 2 * 3_600_000
const SILENCE_MS = 120_000
const LIMITS = { cpuSeconds: 3_600, memoryBytes: 1024 ** 3, fileBytes: 0 }
/** Nice value that gives scans and viewers priority. */
const NICE = 15

/**
 * Arguments that mix all channels into one, because a waveform shows only one. One byte per sample is precise enough.
 * On a busy machine, each write waits until its data is read. The output is therefore flushed once per buffer and not
 * once per packet of 1,152 samples. Four minutes of audio then need 230 reads instead of 740.
 */
const soundArgs = [
  ...["-map", "0:a:0", "-vn", "-sn", "-dn", "-map_metadata", "-1", "-ac", "1", "-c:a", "pcm_u8"],
  ...["-fflags", "+bitexact", "-flush_packets", "0", "-f", "wav", "pipe:1"]
]
/** Size in bytes of a WAV header without extra chunks. Bytes 24 to 27 contain the sample rate. */
const HEADER_BYTES = 44

/** Reads all samples. Returns the sample rate, or 0 if there was no audio. */
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
    // The tool was stopped. Its exit reports the reason.
  }
  return rate
}

export interface Waveform extends Peaks {
  /** Length of the decoded audio in seconds. The length in the file's header may be wrong. */
  readonly duration: number
}

/**
 * Computes the peaks of a file's audio in one decoding pass. An hour of MP3 takes no longer than with `ffmpeg -f null`
 * (measured with `npm run bench -- waveform`). If the file is damaged, the audio before the damage is used. Fails if
 * there is no audio at all.
 */
export const waveformOf = (
  path: MediaPath,
  /** Called with the number of seconds of audio that were read so far. */
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
