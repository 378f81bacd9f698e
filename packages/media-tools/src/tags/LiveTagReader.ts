import { liveChildren } from "@media/children/LiveChildren"
import { nodePool } from "@media/children/NodePool"
import { installRoot } from "@media/kernel/ProcessConfig"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { join } from "node:path"
import { type ReadTrack, TagReader, type TrackFile } from "../TagReader.ts"
import { factsOfSound } from "./FactsOfSound.ts"
import { askTags, type TagAnswer } from "./TagTalk.ts"

/**
 * Maximum number of reader processes. A process reads a file in less than a millisecond. The second
 * process is needed while the first one waits for a disk.
 */
const MOST = 2
/**
 * Maximum memory of a process in bytes. Node itself uses half of it, and a tag with a picture of 20
 * MB is in memory twice. Files that need more memory are read by ffprobe.
 */
const MEMORY_BYTES = 400 * 1024 ** 2
/**
 * Wall clock limit in milliseconds. A sleeping disk needs 8 s to spin up, and on a busy machine
 * several times as long. Files that take longer are read by ffprobe.
 */
const MILLIS = 30_000
/** CPU time in seconds that a process may use in its lifetime. The files of one request take milliseconds. */
const CPU_SECONDS = 20
const QUESTIONS_EACH = 1_000
/** Nice value. Tags are read at the same priority as scans, because users wait for the names of tracks. */
const NICE = 0

/** Maximum number of files per request. Even a network that takes half a second per file responds in time. */
const FILES_AT_ONCE = 16
const partsOf = (files: ReadonlyArray<TrackFile>): ReadonlyArray<ReadonlyArray<TrackFile>> =>
  Array.from({ length: Math.ceil(files.length / FILES_AT_ONCE) }, (_, n) =>
    files.slice(n * FILES_AT_ONCE, (n + 1) * FILES_AT_ONCE)
  )

const trackOf = (answer: TagAnswer | undefined): ReadTrack | undefined => {
  if (answer === undefined || "other" in answer) return undefined
  const { facts: sound, ...file } = answer
  const facts = factsOfSound(sound, file.size)
  return facts === undefined ? undefined : { facts, ...file }
}

/** Creates the tag reader. `program` is the script that its Node processes run. Tests pass a different script. */
export const makeTagReader = (
  program = join(installRoot(), "packages/media-tools/bin/tags.mjs"),
  millis = MILLIS
) =>
  Effect.map(
    nodePool({
      args: ["--max-old-space-size=128", program],
      most: MOST,
      memoryBytes: MEMORY_BYTES,
      nice: NICE,
      questionsEach: QUESTIONS_EACH,
      cpuSeconds: CPU_SECONDS
    }),
    (asked) => {
      const ask = (files: ReadonlyArray<TrackFile>) => asked((talk) => askTags(talk, files), millis)
      const askAlone = (file: TrackFile) =>
        Effect.catchAll(ask([file]), (error) =>
          // If the process fails on a file, the result is undefined, and ffprobe reads the file instead.
          Effect.as(Effect.logDebug("Tags were not read", error.message), [undefined])
        )
      /**
       * Combines several files in one request. With one request per file, most of the time would be spent on switching
       * between the two processes. If the request fails, each file is read separately.
       */
      const askTogether = (files: ReadonlyArray<TrackFile>) => {
        const oneByOne = Effect.map(Effect.forEach(files, askAlone), (each) => each.flat())
        return files.length === 1 ? oneByOne : Effect.catchAll(ask(files), () => oneByOne)
      }
      return TagReader.of({
        read: (files) =>
          Effect.forEach(partsOf(files), askTogether, { concurrency: MOST }).pipe(
            Effect.map((parts) => parts.flat().map(trackOf)),
            Effect.withSpan("media.readTags", { attributes: { files: files.length } })
          )
      })
    }
  )

export const liveTagReader: Layer.Layer<TagReader> = Layer.scoped(TagReader, makeTagReader()).pipe(
  Layer.provide(liveChildren)
)
