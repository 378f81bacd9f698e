import { holdFile, toUnopenable } from "@media/kernel/HeldFile"
import { pinFile } from "@media/media-tools/PinnedFile"
import { readTextTags } from "@media/media-tools/probe/ReadTextTags"
import * as Effect from "effect/Effect"
import type { FileHandle } from "node:fs/promises"
import type { ItemSource } from "../../catalog/items/source.ts"
import { lrcOf, syltOf } from "./guarded.ts"
import type { Lyrics } from "./lrc.ts"
import { syltFrame } from "./sylt.ts"

/** The maximum size of a lyrics file in bytes, enough for one line per second for several hours. */
const MOST_BYTES = 1024 * 1024

const readAt = async (handle: FileHandle, offset: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}

const withoutEnding = (file: Buffer): Buffer => {
  const dot = file.lastIndexOf(".")
  return dot > file.lastIndexOf("/") + 1 ? file.subarray(0, dot) : file
}

/**
 * Reads `Song.lrc` next to `Song.flac`. Returns undefined if the file is missing, unreadable or too large, so that the
 * caller reads the lyrics inside the track.
 */
const adjacentLyrics = ({ file, root }: ItemSource, ending: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const handle = yield* holdFile(root.path, Buffer.concat([withoutEnding(file), Buffer.from(ending)]))
      return yield* Effect.tryPromise({
        try: async () => {
          const { size } = await handle.stat()
          return size > MOST_BYTES ? undefined : await readAt(handle, 0, size)
        },
        catch: toUnopenable
      })
    })
  ).pipe(
    Effect.flatMap((bytes) => (bytes === undefined ? Effect.succeed(undefined) : lrcOf(bytes))),
    Effect.map((lyrics) => (lyrics === undefined || lyrics.lines.length === 0 ? undefined : lyrics)),
    // Most tracks have no lyrics file, so this is not an error.
    Effect.catchTag("FileUnopenable", () => Effect.succeed(undefined))
  )

/** Matches the names of lyrics tags in all formats. In ID3 tags, ffprobe appends the language. */
const lyricsTag = /^(?:lyrics|unsyncedlyrics|unsynced lyrics|syncedlyrics|uslt|wm\/lyrics|©lyr)(?:$|-)/i

/** The maximum number of lyrics tags that are read per file. Each tag is in a different language. */
const MOST_TEXTS = 20

/** Limits concurrent probes. Each is a process that may take up to 20 s. */
const probing = Effect.unsafeMakeSemaphore(4)

const insideOf = ({ file, root }: ItemSource) =>
  Effect.scoped(
    Effect.gen(function* () {
      const handle = yield* holdFile(root.path, file)
      const frame = yield* Effect.tryPromise({
        try: () => syltFrame((offset, length) => readAt(handle, offset, length)),
        catch: toUnopenable
      })
      const timed = frame === undefined ? undefined : yield* syltOf(frame)
      if (timed !== undefined && timed.lines.length > 0) return timed
      const { path } = yield* pinFile(root.path, file)
      const tags = yield* probing.withPermits(1)(readTextTags(path))
      const texts = Object.entries(tags).filter(([name]) => lyricsTag.test(name))
      const read = yield* Effect.forEach(texts.slice(0, MOST_TEXTS), ([, text]) => lrcOf(Buffer.from(text)))
      const found = read.filter(({ lines }) => lines.length > 0)
      return found.find(({ isTimed }) => isTimed) ?? found[0]
    })
  )

/**
 * Reads the lyrics of a track from the file next to it, or else from the track itself. If the track contains several
 * lyrics, lyrics with times are preferred.
 */
export const readLyrics = (source: ItemSource) =>
  Effect.gen(function* () {
    const adjacent = (yield* adjacentLyrics(source, ".lrc")) ?? (yield* adjacentLyrics(source, ".LRC"))
    if (adjacent !== undefined) return { source: "sidecar" as const, lyrics: adjacent as Lyrics }
    const inside = yield* insideOf(source)
    return inside === undefined ? undefined : { source: "embedded" as const, lyrics: inside }
  }).pipe(Effect.withSpan("lyrics.read"))
