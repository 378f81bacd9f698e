import * as Effect from "effect/Effect"
import { inputArgs } from "../InputArguments.ts"
import { mainAudio } from "../ProbeFacts.ts"
import type { Findings } from "./Findings.ts"
import type { HlsSource } from "./HlsEngine.ts"
import type { HlsState } from "./HlsState.ts"
import { openSource } from "./SourceInput.ts"
import { withChosenAudio } from "./TrackChoice.ts"

/**
 * Number of seconds of audio to decode. A run from the start of the video gives up on an audio track after the same
 * number of seconds.
 */
const SECONDS = "10"
const LIMITS = { cpuSeconds: 30, memoryBytes: 1024 ** 3, fileBytes: 0 }
const TIMEOUT_MS = 10_000

/**
 * True if the cache was recorded without the usual audio track, but the track can be decoded now. The cause was then
 * temporary, such as a disk that did not respond or an older ffmpeg.
 */
export const isAudioBack = (
  state: HlsState,
  source: HlsSource,
  { audioTrack }: Findings
): Effect.Effect<boolean> =>
  Effect.suspend(() => {
    const usual = mainAudio(withChosenAudio(source.probe, source.tracks))
    if (audioTrack === undefined || usual === undefined || usual.index === audioTrack)
      return Effect.succeed(false)
    return Effect.scoped(
      Effect.gen(function* () {
        const path = yield* openSource(source)
        const { stdout } = yield* state.tools.run({
          tool: "ffmpeg",
          args: [
            ...["-hide_banner", "-nostdin", "-v", "error", "-t", SECONDS],
            ...inputArgs(path),
            ...["-map", `0:${usual.index}`, "-ac", "1", "-ar", "8000", "-c:a", "pcm_u8", "-f", "u8", "pipe:1"]
          ],
          timeoutMs: TIMEOUT_MS,
          limits: LIMITS,
          maxStdoutBytes: 1024 ** 2
        })
        return stdout.length > 0
      })
    ).pipe(
      // The audio still cannot be decoded, so the cache stays as it is.
      Effect.catchAll((cause) =>
        Effect.as(Effect.logDebug("the default audio track still cannot be decoded", cause), false)
      )
    )
  })
