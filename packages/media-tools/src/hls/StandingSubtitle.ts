import * as Effect from "effect/Effect"
import { probeInputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import type { MediaProcessShape } from "../MediaProcess.ts"
import { PROBE_CPU_SECONDS, PROBE_MEMORY_BYTES } from "../probe/Bounds.ts"

/**
 * Lengths in seconds of the ranges before a run in which the last subtitle is searched, one after another until one
 * contains any. Dialog is visible for 7 s at most, signs and logos for minutes. To draw one, the run decodes all frames
 * since its start, because subtitles follow the clock of the video's own input. A subtitle that is visible for longer
 * than half an hour is missing from the first run after a seek.
 */
const LOOKED_BACK_SECONDS = [60, 180, 420, 900, 1_800]
/**
 * Limit for all ranges together; a minute of a disc is read in 0.1 s. On a sleeping share the run begins without
 * subtitles that it does not know.
 */
const LIMIT_MS = 5_000
const MAX_ANSWER_BYTES = 8 * 1024 * 1024
/**
 * A subtitle without pictures, which clears the canvas: at most two windows of a disc (39 bytes), or a broadcast's
 * empty page.
 */
const CLEAR_BYTES = 48

/** All packets of a subtitle with the same time, at which it becomes visible. Seconds on the container's clock. */
export interface SubtitleEvent {
  readonly time: number
  /** Until the next event, if the container states no length. */
  readonly seconds: number | undefined
  readonly bytes: number
}

/** Parses lines of `index,time,length,size`, for all streams. */
export const subtitleEvents = (lines: string, index: number): ReadonlyArray<SubtitleEvent> => {
  const events: Array<SubtitleEvent> = []
  for (const line of lines.split("\n")) {
    const [stream, time, length, size] = line.split(",").map(Number)
    if (stream !== index || time === undefined || !Number.isFinite(time)) continue
    const seconds = length !== undefined && length > 0 ? length : undefined
    const last = events.at(-1)
    if (last?.time === time) events.pop()
    events.push({ time, seconds, bytes: (last?.time === time ? last.bytes : 0) + (size ?? 0) })
  }
  return events
}

/** The start of the subtitle that is visible at a time; `undefined` if there is none. */
export const standingSince = (events: ReadonlyArray<SubtitleEvent>, at: number): number | undefined => {
  const last = events.findLast(({ time }) => time < at)
  if (last === undefined || last.bytes < CLEAR_BYTES) return undefined
  return last.seconds !== undefined && last.time + last.seconds < at ? undefined : last.time
}

/**
 * Seconds between the start of the subtitle that is visible at `at` (on the container's clock) and `at`; 0 without one.
 */
export const subtitleLead = (
  tools: MediaProcessShape,
  path: MediaPath,
  { at, index }: { readonly at: number; readonly index: number }
): Effect.Effect<number> =>
  Effect.gen(function* () {
    let to = at
    for (const seconds of LOOKED_BACK_SECONDS) {
      const from = Math.max(0, at - seconds)
      const events = subtitleEvents(yield* packetsOf(tools, path, { from, to }), index)
      if (events.length > 0 || from === 0) {
        const since = standingSince(events, at)
        return since === undefined ? 0 : at - since
      }
      to = from
    }
    return 0
  }).pipe(
    Effect.timeout(LIMIT_MS),
    // The run itself reports errors in the file.
    Effect.catchAll((cause) =>
      Effect.as(Effect.logDebug("could not determine the subtitles before a run", cause), 0)
    )
  )

/** The lines for `subtitleEvents` in a range. */
const packetsOf = (
  tools: MediaProcessShape,
  path: MediaPath,
  { from, to }: { readonly from: number; readonly to: number }
) =>
  tools
    .run({
      tool: "ffprobe",
      args: [
        ...["-hide_banner", "-v", "error", "-of", "csv=p=0"],
        ...["-show_entries", "packet=stream_index,pts_time,duration_time,size"],
        // All streams: a single one with long pauses would be read far past the end of the range.
        ...["-read_intervals", `${from.toFixed(3)}%${to.toFixed(3)}`],
        ...probeInputArgs(path)
      ],
      timeoutMs: LIMIT_MS,
      limits: { cpuSeconds: PROBE_CPU_SECONDS, memoryBytes: PROBE_MEMORY_BYTES, fileBytes: 0 },
      maxStdoutBytes: MAX_ANSWER_BYTES
    })
    .pipe(Effect.map(({ stdout }) => stdout.toString("latin1")))
