import * as Effect from "effect/Effect"
import { stat } from "node:fs/promises"
import { readKeyFrames } from "../keyframes/ReadKeyFrames.ts"
import { mainVideo } from "../ProbeFacts.ts"
import { mayBeCopied } from "./CopyRules.ts"
import { sourceChanged, sourceMissing, unplayable } from "./Failures.ts"
import { outputRate } from "./FrameRate.ts"
import { generationKey } from "./Generation.ts"
import type { HlsDescription, HlsSource } from "./HlsEngine.ts"
import type { HlsUnavailable } from "./HlsErrors.ts"
import { openSource } from "./SourceInput.ts"
import { ladder, type LadderOptions } from "./Ladder.ts"
import { isTooLong, segmentTable } from "./SegmentTable.ts"
import { withChosenAudio } from "./TrackChoice.ts"

/**
 * Computes the segment table, ladder and generation of a source. Reads key frames only if they can change the result.
 */
export const describeSource = (
  source: HlsSource,
  options: LadderOptions
): Effect.Effect<HlsDescription, HlsUnavailable> =>
  Effect.gen(function* () {
    const probe = withChosenAudio(source.probe, source.tracks)
    const keyFrames = source.keyFrames ?? (yield* usefulKeyFrames(source))
    const table = segmentTable(probe, keyFrames, source.tracks)
    const renditions = table === undefined ? [] : ladder(probe, table, options)
    if (table === undefined || renditions.length === 0) {
      return yield* unplayable(
        mainVideo(probe) === undefined
          ? "The file contains no video stream"
          : isTooLong(probe)
            ? "The file claims to last more than 7 days, which is not plausible"
            : "The length of the video is unknown"
      )
    }
    return { table, renditions, generation: generationKey(source, probe, table, renditions) }
  })

const usefulKeyFrames = (source: HlsSource) => {
  const video = mainVideo(source.probe)
  if (video === undefined || source.tracks?.subtitle !== undefined) return Effect.succeed(undefined)
  const { isSourceGrid, rate } = outputRate(video)
  if (!mayBeCopied({ facts: source.probe, video, fps: rate, isSourceGrid })) return Effect.succeed(undefined)
  return Effect.flatMap(openSource(source), (path) => readKeyFrames(path, source.probe)).pipe(
    Effect.scoped,
    Effect.catchTag("KeyFramesUnreadable", (failure) =>
      // A disk error must not look like a file whose frames cannot be copied, because the generation would then change.
      failure.isStructural ? Effect.succeed(undefined) : Effect.fail(sourceMissing())
    )
  )
}

/** Fails unless the file on disk is still the file that was probed. */
export const requireUnchanged = (source: HlsSource): Effect.Effect<void, HlsUnavailable> =>
  Effect.tryPromise({ try: () => stat(source.path), catch: () => sourceMissing() }).pipe(
    Effect.flatMap((facts) => {
      // `source.mtimeMs` may come from a database column that stores only whole milliseconds.
      const isSame = facts.size === source.sizeBytes && Math.abs(facts.mtimeMs - source.mtimeMs) < 1
      return isSame ? Effect.void : Effect.fail(sourceChanged())
    })
  )
