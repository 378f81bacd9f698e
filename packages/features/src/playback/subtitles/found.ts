import { FileUnopenable } from "@media/kernel/HeldFile"
import { pinFile } from "@media/media-tools/PinnedFile"
import type { ProbeFacts, StreamFacts } from "@media/media-tools/ProbeFacts"
import { extractText, hasText } from "@media/media-tools/subtitles/ExtractText"
import { plainText } from "@media/kernel/PlainText"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { readFile } from "node:fs/promises"
import type { ItemSource } from "../../catalog/items/source.ts"
import type { FoundTrack } from "./events.ts"
import { languageOf } from "./language.ts"
import { hashOf, type Sidecar } from "./sidecars.ts"
import { MOST_BYTES } from "./text/Cue.ts"
import { readGuarded } from "./text/Guarded.ts"
import { tooLarge } from "./text/ReadSubtitles.ts"
import { trackIdOf } from "./trackIds.ts"

/** A track with its batches of cues. A track without text has no batches. */
export interface Found {
  readonly track: FoundTrack
  readonly batches: ReadonlyArray<Buffer>
}

const unread = (track: Omit<FoundTrack, "cues" | "failure">, reason: string): Found => ({
  track: { ...track, cues: 0, failure: reason },
  batches: []
})

const fromBytes = (
  track: Omit<FoundTrack, "cues" | "failure" | "format">,
  named: "srt" | "vtt" | "ass" | "ssa",
  format: string | undefined,
  bytes: Buffer
) =>
  readGuarded(bytes, named, track.language).pipe(
    Effect.map(({ batches, cues, format: read }): Found => ({
      track: { ...track, format: format ?? read, cues, failure: null },
      batches
    })),
    Effect.catchTags({
      SubtitlesUnreadable: ({ reason }) =>
        Effect.succeed(unread({ ...track, format: format ?? named }, reason)),
      // If the reader process is busy, fail with an error that makes the job retry later.
      ReaderBusy: ({ reason }) => new FileUnopenable({ code: "busy", reason })
    })
  )

/**
 * Reads a subtitle file next to a video. Undefined if the file no longer exists. The next scan then records that it is
 * gone.
 */
export const readSidecar = (source: ItemSource, { file, name }: Sidecar) =>
  Effect.scoped(
    Effect.gen(function* () {
      const path = Buffer.concat([Buffer.from(`${source.root.path}/`), file.path_bytes as Buffer])
      const { format, ...named } = name
      const hash = hashOf(file)
      const track = {
        ...named,
        id: trackIdOf(source.id, `sidecar ${hash}`),
        source: "sidecar" as const,
        stream: null,
        path: file.path,
        pathHash: hash,
        size: file.size_bytes,
        mtimeMs: file.mtime_ms
      }
      const pinned = yield* Effect.either(pinFile(source.root.path, path))
      if (Either.isLeft(pinned)) {
        const { code, reason } = pinned.left
        return code === "not-found" ? undefined : unread({ ...track, format }, reason)
      }
      const { mtimeMs, path: opened, size } = pinned.right
      const stamped = { ...track, size, mtimeMs }
      if (size > MOST_BYTES) return unread({ ...stamped, format }, tooLarge)
      const bytes = yield* Effect.either(Effect.tryPromise(() => readFile(opened)))
      if (Either.isLeft(bytes)) return unread({ ...stamped, format }, "The file cannot be read.")
      return yield* fromBytes(stamped, format, undefined, bytes.right)
    })
  )

/** The names of bitmap formats, keyed by codec. They are used in the message that explains why a track has no text. */
const pictures: Readonly<Record<string, string>> = {
  hdmv_pgs_subtitle: "PGS",
  dvd_subtitle: "VobSub",
  dvb_subtitle: "DVB",
  xsub: "XSUB"
}
const reasonWithoutText = (codec: string): string =>
  Object.hasOwn(pictures, codec)
    ? `These subtitles are pictures (${pictures[codec]}) and contain no text.`
    : `The text of subtitles in this format (${codec.slice(0, 40)}) cannot be read.`

const embeddedTrack = (source: ItemSource, stream: StreamFacts) => {
  const title =
    stream.title === undefined ? null : plainText(stream.title).trim().slice(0, 100).toWellFormed()
  return {
    id: trackIdOf(source.id, `stream ${stream.index}`),
    source: "embedded" as const,
    language: languageOf(stream.language ?? "") ?? null,
    title: title === "" ? null : title,
    isDefault: stream.isDefault,
    isForced: stream.isForced || /\bforced\b/i.test(title ?? ""),
    isHearingImpaired: /\b(?:sdh|hearing impaired|cc)\b/i.test(title ?? ""),
    stream: stream.index,
    path: null,
    pathHash: null,
    size: null,
    mtimeMs: null
  }
}

/** The maximum number of tracks per file. Blu-ray discs have up to 32 tracks. */
const MOST_TRACKS = 100
/**
 * The maximum size in bytes of the text of all tracks of a file, which are in memory together. Three hours of dialog
 * take about 200 KB.
 */
const MOST_BYTES_OF_FILE = 64 * 1024 ** 2

/** Reads the tracks inside a video's file. All text tracks are read in one pass. */
export const readEmbedded = (source: ItemSource, facts: ProbeFacts) =>
  Effect.scoped(
    Effect.gen(function* () {
      const streams = facts.streams.filter(({ kind }) => kind === "subtitle").slice(0, MOST_TRACKS)
      const withText = streams.filter(({ codec }) => hasText(codec))
      const texts =
        withText.length === 0
          ? []
          : yield* Effect.flatMap(pinFile(source.root.path, source.file), ({ path }) =>
              extractText(
                path,
                withText,
                Math.min(MOST_BYTES, Math.floor(MOST_BYTES_OF_FILE / withText.length))
              )
            )
      return yield* Effect.forEach(streams, (stream) => {
        const track = embeddedTrack(source, stream)
        if (!hasText(stream.codec))
          return Effect.succeed(unread({ ...track, format: stream.codec }, reasonWithoutText(stream.codec)))
        const text = texts.find((each) => each.stream === stream.index)
        return text?.bytes === undefined
          ? Effect.succeed(
              unread(
                { ...track, format: stream.codec },
                "The text of these subtitles could not be extracted from the file."
              )
            )
          : fromBytes(track, text.format, stream.codec, text.bytes)
      })
    })
  )
