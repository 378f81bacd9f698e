import { liveChildren } from "@media/children/LiveChildren"
import { nodePool } from "@media/children/NodePool"
import { installRoot } from "@media/kernel/ProcessConfig"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { join } from "node:path"
import { type ReadTrack, TagReader, type TrackFile } from "../TagReader.ts"
import { factsOfSound } from "./FactsOfSound.ts"
import { askTags, type TagAnswer } from "./TagTalk.ts"

/** A file takes less than a millisecond of one program. The other one is needed when the first waits for a disk. */
const MOST = 2
/** Node takes half of it. A tag with a picture of 20 MB is in memory twice; ffprobe handles files that need more. */
const MEMORY_BYTES = 400 * 1024 ** 2
/**
 * Wall clock limit: a sleeping disk needs 8 s, and a busy machine several times as long. ffprobe reads the tags of
 * files that take longer.
 */
const MILLIS = 30_000
/** CPU seconds for the files of one question, which take milliseconds. */
const CPU_SECONDS = 20
const QUESTIONS_EACH = 1_000
/** The same priority as scans, because a person waits for the names of tracks. */
const NICE = 0

/** Number of files per question: even a network with half a second per file answers in time. */
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

/** `program`: replaces our program in a test. */
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
          // Without the file's name, which is in the log of its job; the job continues.
          Effect.as(Effect.logDebug("Tags were not read", error.message), [undefined])
        )
      /**
       * Combines several files in one question, because with one file each most of the time would be spent on switching
       * between the two processes.
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
