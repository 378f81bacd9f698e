import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Ffprobe, type FfprobeShape, Unreadable } from "../Ffprobe.ts"
import { probeInputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import { MediaProcess, type MediaProcessShape } from "../MediaProcess.ts"
import { MediaProcessFailed } from "../MediaToolErrors.ts"
import { mainAudio, mainVideo, type ProbeFacts } from "../ProbeFacts.ts"
import { sniffFile } from "./FileSniff.ts"
import { parseProbe } from "./ParseProbe.ts"
import { reasonFromStderr, unreadable } from "./UnreadableReasons.ts"

export const liveFfprobe: Layer.Layer<Ffprobe, never, MediaProcess> = Layer.effect(
  Ffprobe,
  Effect.map(MediaProcess, (tools) => makeFfprobe(tools))
)

/** 8 ms is usual for the static build; only a dying disk or network share needs more than seconds. */
const PROBE_LIMIT_MS = 60_000

export const makeFfprobe = (tools: MediaProcessShape): FfprobeShape => {
  const probe = Effect.fn("Ffprobe.probe")(function* (path: MediaPath) {
    const file = yield* Effect.tryPromise({
      try: () => sniffFile(path),
      catch: (cause) => (cause instanceof Unreadable ? cause : unreadable("io-error"))
    })
    const { stdout } = yield* tools
      .run({
        tool: "ffprobe",
        args: [
          ...[
            "-hide_banner",
            "-v",
            "error",
            "-show_format",
            "-show_streams",
            "-show_chapters",
            "-of",
            "json"
          ],
          ...probeInputArgs(path)
        ],
        timeoutMs: PROBE_LIMIT_MS
      })
      .pipe(
        Effect.catchTag("MediaProcessFailed", (failure) =>
          // A crash, or the kernel short of memory, says nothing about the file.
          Effect.fail(
            failure.signal === null ? reasonFromStderr(failure.stderrTail, file.isIsoMedia) : failure
          )
        )
      )
    if (stdout.length === 0) {
      const stderrTail = "it gave no answer"
      return yield* new MediaProcessFailed({ tool: "ffprobe", exitCode: 0, signal: null, stderrTail })
    }
    const json = yield* Effect.try({
      try: () => JSON.parse(stdout.toString("utf8")) as unknown,
      catch: () => unreadable("broken")
    })
    const facts = parseProbe(json, file.sizeBytes)
    if (facts.streams.length === 0) return yield* unreadable("no-streams")
    return facts
  })

  const probeVideo = (path: MediaPath) => Effect.flatMap(probe(path), requireVideo)
  const probeAudio = (path: MediaPath) =>
    Effect.flatMap(probe(path), (facts) =>
      mainAudio(facts) === undefined ? Effect.fail(unreadable("no-audio")) : Effect.succeed(facts)
    )
  return { probe, probeVideo, probeAudio }
}

const requireVideo = (facts: ProbeFacts): Effect.Effect<ProbeFacts, Unreadable> => {
  const video = mainVideo(facts)
  if (video === undefined) return Effect.fail(unreadable("no-video"))
  if (video.width === undefined || video.height === undefined) return Effect.fail(unreadable("broken"))
  return Effect.succeed(facts)
}
