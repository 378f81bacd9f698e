import * as Effect from "effect/Effect"
import { probeInputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import type { MediaProcessShape } from "../MediaProcess.ts"
import { PROBE_CPU_SECONDS, PROBE_MEMORY_BYTES } from "../probe/Bounds.ts"

/**
 * Time ranges to search for the last subtitle before a run. Each number is the distance in seconds from the start of a
 * range to the run. The ranges are searched one after another, until a range contains a subtitle. Dialog is visible for
 * at most 7 s, but signs and logos for minutes. Subtitles follow the clock of the video's own input. To draw a
 * subtitle, the run must therefore decode all frames since the subtitle's start. If a subtitle has been visible for
 * more than half an hour, it is missing from the first run after a seek.
 */
const LOOKED_BACK_SECONDS = [60, 180, 420, 900, 1_800]
/**
 * Time limit in milliseconds for all ranges together. Reading one minute of a disc takes 0.1 s. If a network share is
 * asleep, the run starts without the subtitle that is already visible.
 */
const LIMIT_MS = 5_000
const MAX_ANSWER_BYTES = 8 * 1024 * 1024
/**
 * Minimum size in bytes of a packet with a picture. Smaller packets clear the screen: on a disc, they contain at most
 * two empty windows (39 bytes), and in a broadcast, an empty page.
 */
const CLEAR_BYTES = 48

/** A change of the subtitle: all packets with the same time stamp. Times are in seconds on the container's clock. */
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

/** Returns the time at which the subtitle that is visible at `at` appeared. `undefined` if no subtitle is visible. */
export const standingSince = (events: ReadonlyArray<SubtitleEvent>, at: number): number | undefined => {
  const last = events.findLast(({ time }) => time < at)
  if (last === undefined || last.bytes < CLEAR_BYTES) return undefined
  return last.seconds !== undefined && last.time + last.seconds < at ? undefined : last.time
}

/**
 * Returns how long the subtitle that is visible at `at` has been visible, in seconds. 0 if no subtitle is visible. `at`
 * is a time on the container's clock.
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
    // Continues without a subtitle. If the file is damaged, the run itself reports the damage.
    Effect.catchAll((cause) =>
      Effect.as(
        Effect.logDebug("could not find the subtitle that is visible when a conversion starts", cause),
        0
      )
    )
  )

/** Returns ffprobe's lines about the packets in a time range, for `subtitleEvents`. */
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
        // ffprobe reads all streams here. If it read only a subtitle stream with long pauses, it would read far past
        // the end of the range.
        ...["-read_intervals", `${from.toFixed(3)}%${to.toFixed(3)}`],
        ...probeInputArgs(path)
      ],
      timeoutMs: LIMIT_MS,
      limits: { cpuSeconds: PROBE_CPU_SECONDS, memoryBytes: PROBE_MEMORY_BYTES, fileBytes: 0 },
      maxStdoutBytes: MAX_ANSWER_BYTES
    })
    .pipe(Effect.map(({ stdout }) => stdout.toString("latin1")))
