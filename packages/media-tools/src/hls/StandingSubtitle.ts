import * as Effect from "effect/Effect"
import { probeInputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import type { MediaProcessShape } from "../MediaProcess.ts"
import { PROBE_CPU_SECONDS, PROBE_MEMORY_BYTES } from "../probe/Bounds.ts"

/**
 * Lengths in seconds of the ranges before a run. They are searched for the last subtitle, one after another, until a
 * range contains a subtitle. Dialog is visible for at most 7 s, signs and logos for minutes. To draw a subtitle, the
 * run decodes all frames since the subtitle's start, because subtitles follow the clock of the video's own input. A
 * subtitle that is visible for longer than half an hour is missing from the first run after a seek.
 */
const LOOKED_BACK_SECONDS = [60, 180, 420, 900, 1_800]
/**
 * Time limit in milliseconds for all ranges together. One minute of a disc is read in 0.1 s. On a sleeping network
 * share, the run starts without the subtitle that is already visible.
 */
const LIMIT_MS = 5_000
const MAX_ANSWER_BYTES = 8 * 1024 * 1024
/**
 * Minimum size in bytes of a packet with a picture. Smaller packets clear the canvas: they contain at most two windows
 * of a disc (39 bytes), or the empty page of a broadcast.
 */
const CLEAR_BYTES = 48

/**
 * All packets of a subtitle with the same time, at which the subtitle becomes visible. Times are in seconds on the
 * container's clock.
 */
export interface SubtitleEvent {
  readonly time: number
  /** Undefined if the container states no length. The subtitle is then visible until the next event. */
  readonly seconds: number | undefined
  readonly bytes: number
}

/** Parses lines of `index,time,length,size`, which ffprobe writes for all streams. */
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

/** Returns the start of the subtitle that is visible at a time. `undefined` if no subtitle is visible. */
export const standingSince = (events: ReadonlyArray<SubtitleEvent>, at: number): number | undefined => {
  const last = events.findLast(({ time }) => time < at)
  if (last === undefined || last.bytes < CLEAR_BYTES) return undefined
  return last.seconds !== undefined && last.time + last.seconds < at ? undefined : last.time
}

/**
 * Returns the time in seconds between the start of the visible subtitle and `at` (on the container's clock). 0 if no
 * subtitle is visible.
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
    // If the file is damaged, the run itself reports the damage.
    Effect.catchAll((cause) =>
      Effect.as(Effect.logDebug("could not determine the subtitles before a conversion", cause), 0)
    )
  )

/** Returns the packet lines of a range, for `subtitleEvents`. */
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
        // Read all streams, because ffprobe would read a single stream with long pauses far past the end of the range.
        ...["-read_intervals", `${from.toFixed(3)}%${to.toFixed(3)}`],
        ...probeInputArgs(path)
      ],
      timeoutMs: LIMIT_MS,
      limits: { cpuSeconds: PROBE_CPU_SECONDS, memoryBytes: PROBE_MEMORY_BYTES, fileBytes: 0 },
      maxStdoutBytes: MAX_ANSWER_BYTES
    })
    .pipe(Effect.map(({ stdout }) => stdout.toString("latin1")))
