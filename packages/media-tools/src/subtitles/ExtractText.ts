import * as Effect from "effect/Effect"
import type { Readable } from "node:stream"
import { inputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import { type Argument, MediaProcess } from "../MediaProcess.ts"
import { MediaProcessFailed, type MediaProcessError } from "../MediaToolErrors.ts"
import type { StreamFacts } from "../ProbeFacts.ts"

/** The output format of a text track: its own format if a conversion would lose styles or text, otherwise SubRip. */
export type ExtractedFormat = "srt" | "ass" | "vtt"

const outputs: Readonly<
  Record<string, { readonly format: ExtractedFormat; readonly codec: string; readonly muxer: string }>
> = {
  subrip: { format: "srt", codec: "subrip", muxer: "srt" },
  srt: { format: "srt", codec: "subrip", muxer: "srt" },
  mov_text: { format: "srt", codec: "subrip", muxer: "srt" },
  text: { format: "srt", codec: "subrip", muxer: "srt" },
  ass: { format: "ass", codec: "copy", muxer: "ass" },
  ssa: { format: "ass", codec: "copy", muxer: "ass" },
  webvtt: { format: "vtt", codec: "webvtt", muxer: "webvtt" }
}

/** True if a track with this codec (ffprobe's name) can be extracted as text. */
export const hasText = (codec: string): boolean => Object.hasOwn(outputs, codec)

export interface ExtractedText {
  /** The stream index of the track in the file. */
  readonly stream: number
  readonly format: ExtractedFormat
  /** The text in UTF-8. Undefined if ffmpeg failed on this track or its output exceeded the limit. */
  readonly bytes: Buffer | undefined
}

/**
 * Wall clock limit in milliseconds. The file is read once from beginning to end, which takes 20 minutes for 60 GB on a slow share.
 */
const WALL_MS = 2 * 3_600_000
const LIMITS = { cpuSeconds: 1_800, memoryBytes: 2 * 1024 ** 3, fileBytes: 0 }
/** Nice value. Scans and playback have priority over this task. */
const NICE = 10

const collect = (pipe: Readable, mostBytes: number): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    let chunks: Array<Buffer> = []
    let length = 0
    pipe.on("data", (chunk: Buffer) => {
      length += chunk.length
      // Output beyond the limit is read and discarded. If it were not read, ffmpeg would block on this full pipe and
      // stop writing to the other pipes.
      if (length > mostBytes) chunks = []
      else chunks.push(chunk)
    })
    const finish = () => resolve(length > mostBytes ? undefined : Buffer.concat(chunks))
    pipe.once("end", finish).once("close", finish).once("error", finish)
  })

const argumentsOf = (path: MediaPath, streams: ReadonlyArray<StreamFacts>): ReadonlyArray<Argument> => [
  ...["-hide_banner", "-nostdin", "-v", "error", "-threads", "1"],
  // The demuxer skips streams that are not mapped, so the file's video and audio are never decoded.
  ...inputArgs(path),
  ...streams.flatMap(({ codec, index }, n) => {
    const { codec: encoder, muxer } = outputs[codec]!
    const pipe = n === 0 ? "pipe:1" : `pipe:${n + 2}`
    return ["-map", `0:${index}`, "-c:s", encoder, "-flush_packets", "1", "-f", muxer, pipe]
  })
]

/**
 * Removes the column list (`Format:`) that ffmpeg copies from the track. ffmpeg always writes the ten standard columns,
 * so a copied list with fewer columns would be wrong. Without a list, players assume the standard columns.
 */
const withTenColumns = (format: ExtractedFormat, bytes: Buffer | undefined): Buffer | undefined => {
  if (format !== "ass" || bytes === undefined) return bytes
  const events = bytes.indexOf("[Events]")
  const from = events < 0 ? -1 : bytes.indexOf("Format:", events)
  const dialogue = events < 0 ? -1 : bytes.indexOf("Dialogue:", events)
  if (from < 0 || (dialogue >= 0 && dialogue < from)) return bytes
  const end = bytes.indexOf(10, from)
  return end < 0 ? bytes : Buffer.concat([bytes.subarray(0, from), bytes.subarray(end + 1)])
}

const inOnePass = (path: MediaPath, streams: ReadonlyArray<StreamFacts>, mostBytes: number) =>
  Effect.scoped(
    Effect.gen(function* () {
      const tools = yield* MediaProcess
      const running = yield* tools.stream({
        tool: "ffmpeg",
        args: argumentsOf(path, streams),
        timeoutMs: WALL_MS,
        limits: LIMITS,
        nice: NICE,
        extraPipes: streams.length - 1
      })
      const collected = [running.stdout, ...running.pipes].map((pipe) => collect(pipe, mostBytes))
      yield* running.exit
      const texts = yield* Effect.promise(() => Promise.all(collected))
      return streams.map(({ codec, index }, n): ExtractedText => ({
        stream: index,
        format: outputs[codec]!.format,
        bytes: withTenColumns(outputs[codec]!.format, texts[n])
      }))
    })
  )

/**
 * Maximum number of tracks per ffmpeg run, because each track needs a file descriptor. Files with
 * more text tracks are read several times.
 */
const MOST_AT_ONCE = 24

/**
 * Extracts the text of these tracks in one pass over the file (464 MB of MKV in 0.15 s). Times
 * count from the beginning of the file. If ffmpeg fails because of a track, that track is omitted
 * and the other tracks are read again.
 */
export const extractText = (
  path: MediaPath,
  streams: ReadonlyArray<StreamFacts>,
  mostBytes: number
): Effect.Effect<ReadonlyArray<ExtractedText>, MediaProcessError, MediaProcess> => {
  const groups = Array.from({ length: Math.ceil(streams.length / MOST_AT_ONCE) }, (_, n) =>
    streams.slice(n * MOST_AT_ONCE, (n + 1) * MOST_AT_ONCE)
  )
  const alone = (stream: StreamFacts) =>
    Effect.catchIf(
      inOnePass(path, [stream], mostBytes),
      (error) => error instanceof MediaProcessFailed && error.signal === null,
      () =>
        Effect.succeed<ReadonlyArray<ExtractedText>>([
          { stream: stream.index, format: outputs[stream.codec]!.format, bytes: undefined }
        ])
    )
  const read = (group: ReadonlyArray<StreamFacts>) =>
    Effect.catchIf(
      inOnePass(path, group, mostBytes),
      (error) => error instanceof MediaProcessFailed && error.signal === null,
      () => Effect.map(Effect.forEach(group, alone), (texts) => texts.flat())
    )
  return Effect.map(Effect.forEach(groups, read), (texts) => texts.flat()).pipe(
    Effect.withSpan("media.extractText")
  )
}
