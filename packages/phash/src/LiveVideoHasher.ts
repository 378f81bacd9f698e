import { Children } from "@media/children/Children"
import { liveChildren } from "@media/children/LiveChildren"
import { installRoot } from "@media/kernel/ProcessConfig"
import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import { exactString, type MediaPath } from "@media/media-tools/MediaPath"
import { toolEnvironment } from "@media/media-tools/MediaToolsConfig"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"
import { exitNoHash } from "./ExitCodes.ts"
import { phashConfig } from "./PhashConfig.ts"
import { HashFailed, NoHash } from "./PhashErrors.ts"
import { VideoHasher } from "./VideoHasher.ts"

/**
 * Time limit in milliseconds. Reading 25 frames of an 8K video one at a time from a slow network
 * share takes a quarter of this limit.
 */
const WALL_MS = 30 * 60_000
/** Memory limit in bytes for each ffmpeg process. */
const MEMORY_BYTES = 2 * 1024 ** 3
const NICE = 10

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the program to run and its first arguments. */
const commandOf = ({ program, searchPath }: { readonly program: string; readonly searchPath: string }) => {
  if (program === "") return { program: process.execPath, words: [join(installRoot(), "dist/phash.mjs")] }
  const candidates = program.includes("/")
    ? [program]
    : searchPath.split(delimiter).map((folder) => join(folder, program))
  const found = candidates.find(isProgram)
  return found === undefined ? undefined : { program: found, words: [] }
}

/** Returns the last line of the program's stderr, without the name of the program at its start. */
const lastWords = (stderr: string): string =>
  (stderr.trim().split("\n").at(-1) ?? "").replace(/^media-phash: /, "").slice(0, 300)

/** Returns the hash in the program's stdout. Other programs may omit leading zeros. */
const hashIn = (stdout: Buffer) => {
  const text = stdout.toString("latin1").trim().toLowerCase()
  return /^[0-9a-f]{1,16}$/.test(text)
    ? Effect.succeed(text.padStart(16, "0"))
    : Effect.fail(new HashFailed({ reason: `The pHash program did not return a hash: ${text.slice(0, 80)}` }))
}

export const liveVideoHasher: Layer.Layer<VideoHasher, never, MediaBinaries> = Layer.effect(
  VideoHasher,
  Effect.gen(function* () {
    const children = yield* Children
    const binaries = yield* MediaBinaries
    const config = yield* Effect.orDie(phashConfig)
    const hash = (path: MediaPath) =>
      Effect.gen(function* () {
        const command = commandOf(config)
        const name = exactString(path)
        if (command === undefined)
          return yield* new HashFailed({
            reason: `MEDIA_PHASH_BIN: ${config.program} is not an executable program. Check the path.`
          })
        if (name === undefined)
          return yield* new HashFailed({ reason: "The file name cannot be passed to the pHash program." })
        // The program gets the paths of the binaries that we located and checked. A configured program may ignore them.
        const ffmpeg = yield* binaries.ffmpeg
        const ffprobe = yield* binaries.ffprobe
        const { stdout } = yield* children.run({
          program: command.program,
          args: [...command.words, name],
          env: { ...toolEnvironment(), MEDIA_FFMPEG_BIN: ffmpeg.path, MEDIA_FFPROBE_BIN: ffprobe.path },
          network: false,
          nice: NICE,
          // SIGTERM lets the program stop its decoders before it exits.
          stop: "terminate",
          limits: { wallMs: WALL_MS, memoryBytes: MEMORY_BYTES, fileBytes: 0, outputBytes: 4_096 }
        })
        return yield* hashIn(stdout)
      }).pipe(
        Effect.catchTags({
          ChildFailed: (failure) =>
            Effect.fail(
              failure.exitCode === exitNoHash
                ? new NoHash({ reason: lastWords(failure.stderrTail) || "This file has no pHash." })
                : new HashFailed({ reason: lastWords(failure.stderrTail) || failure.message })
            ),
          ChildNotStarted: ({ message }) => new HashFailed({ reason: message }),
          ChildStopped: ({ message }) => new HashFailed({ reason: message }),
          MediaToolMissing: ({ message }) => new HashFailed({ reason: message })
        }),
        Effect.withSpan("phash.video")
      )
    return { hash }
  })
).pipe(Layer.provide(liveChildren))
