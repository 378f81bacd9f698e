import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import { liveMediaProcess } from "@media/media-tools/process/LiveMediaProcess"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { availableParallelism } from "node:os"
import { exitNoHash } from "./ExitCodes.ts"
import { NoHash } from "./PhashErrors.ts"
import { videoHash } from "./VideoHash.ts"

/** Number of frames to decode at the same time. At least one processor stays free. */
const concurrency = Math.max(1, Math.min(4, availableParallelism() - 1))

const say = (text: string) => process.stderr.write(`media-phash: ${text}\n`)

const [, , file, ...others] = process.argv
if (file === undefined || file === "--help" || others.length > 0) {
  process.stdout.write(
    `media-phash FILE

Prints the perceptual hash of a video: 16 hexadecimal digits. The hashes of similar videos differ in only a few bits.
Exit code ${exitNoHash}: the file has no hash (too short, or no video). 1: an error occurred. Reads MEDIA_FFMPEG_BIN and MEDIA_FFPROBE_BIN.
`
  )
  process.exitCode = file === "--help" ? 0 : 1
} else {
  const fiber = Effect.runFork(
    videoHash(file, concurrency).pipe(
      Effect.provide(liveMediaProcess.pipe(Layer.provideMerge(MediaBinaries.layer)))
    )
  )
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.on(signal, () => void Effect.runFork(Fiber.interrupt(fiber)))
  }
  fiber.addObserver((exit) => {
    if (Exit.isSuccess(exit)) process.stdout.write(`${exit.value}\n`, () => process.exit(0))
    else {
      const failure = Cause.failureOption(exit.cause)
      say(failure._tag === "Some" ? failure.value.message : Cause.pretty(exit.cause))
      process.exit(failure._tag === "Some" && failure.value instanceof NoHash ? exitNoHash : 1)
    }
  })
}
