import * as Effect from "effect/Effect"
import { probeInputArgs } from "../InputArguments.ts"
import type { MediaPath } from "../MediaPath.ts"
import type { MediaProcessShape } from "../MediaProcess.ts"
import type { MediaProcessError } from "../MediaToolErrors.ts"
import { hasNoClock, mainAudio, mainVideo, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"
import { canLast, isThin } from "./Believable.ts"
import { PACKETS_CPU_SECONDS, PROBE_MEMORY_BYTES } from "./Bounds.ts"
import { PacketTimes, type StreamTimes } from "./PacketTimes.ts"

/**
 * 15 minutes at 150 MB/s are 135 GB. A file that takes longer keeps the length in its header, instead of being read
 * again and again.
 */
const MEASURE_LIMIT_MS = 15 * 60_000

/**
 * Their length is the difference of the first and last time stamp, which is meaningless for a concatenated recording.
 */
const CLOCKED_FORMATS = new Set(["mpegts", "mpeg"])
/** No broadcast or disc has more; 4k Blu-rays have at most 128 Mbit/s. */
const MAX_CLOCKED_BIT_RATE = 250_000_000

/**
 * Tells whether the length can only be found from the packets. `isUnfinished`: the writer never updated its header (a
 * pipe, a crash), so a length in it is an expectation (`ffmpeg -stream_loop` leaves that of the first loop).
 */
export const needsMeasuring = (facts: ProbeFacts, isUnfinished: boolean): boolean =>
  facts.durationSeconds === 0 ||
  isUnfinished ||
  isThin(facts, facts.durationSeconds) ||
  hasNoClock(facts) ||
  (facts.formatNames.some((name) => CLOCKED_FORMATS.has(name)) &&
    facts.sizeBytes * 8 > facts.durationSeconds * MAX_CLOCKED_BIT_RATE)

/**
 * The facts with the length of the packets: 0 if they have no times either, and `undefined` if there is no packet of
 * the main video (or of the audio, if there is no frame). Reads the whole file once: 0.7 s for 464 MB in memory.
 */
export const measureLength = (
  tools: MediaProcessShape,
  path: MediaPath,
  facts: ProbeFacts
): Effect.Effect<ProbeFacts | undefined, MediaProcessError> =>
  readTimes(tools, path).pipe(
    Effect.map((times) => measured(facts, times)),
    Effect.catchTag("MediaProcessTimeout", () => Effect.succeed(facts)),
    Effect.withSpan("Ffprobe.measureLength")
  )

const readTimes = (tools: MediaProcessShape, path: MediaPath) =>
  Effect.scoped(
    Effect.gen(function* () {
      const tool = yield* tools.stream({
        tool: "ffprobe",
        args: [
          ...["-v", "error", "-show_entries", "packet=stream_index,pts_time,dts_time,duration_time"],
          ...["-of", "csv=p=0"],
          ...probeInputArgs(path)
        ],
        timeoutMs: MEASURE_LIMIT_MS,
        limits: { cpuSeconds: PACKETS_CPU_SECONDS, memoryBytes: PROBE_MEMORY_BYTES, fileBytes: 0 }
      })
      const times = new PacketTimes()
      yield* Effect.async<void>((resume) => {
        tool.stdout.on("data", (chunk: Buffer) => times.add(chunk))
        tool.stdout.once("close", () => resume(Effect.void))
      })
      times.end()
      // Damage in the middle may end the tool with an error: everything that it read before can be played.
      yield* Effect.catchIf(
        tool.exit,
        (error) => error._tag === "MediaProcessFailed" && error.signal === null && times.streams.size > 0,
        () => Effect.void
      )
      return times.streams
    })
  )

const measured = (facts: ProbeFacts, times: ReadonlyMap<number, StreamTimes>): ProbeFacts | undefined => {
  const shown = [mainVideo(facts), mainAudio(facts)].filter((stream) => stream !== undefined)
  const main = shown[0]
  if (main === undefined) return facts
  if (!times.has(main.index)) return undefined
  const ends = shown.map((stream) => endSeconds(facts, times.get(stream.index)) ?? 0)
  const durationSeconds = Math.max(...ends)
  if (durationSeconds <= 0) return { ...facts, durationSeconds: 0, bitRate: 0 }
  return {
    ...facts,
    streams: facts.streams.map((stream) => withLength(facts, stream, times.get(stream.index))),
    durationSeconds,
    durationSource: "measured",
    bitRate: Math.round((facts.sizeBytes * 8) / durationSeconds)
  }
}

/**
 * End of a stream on a clock that starts with the container; `undefined` if no plausible end is known. One damaged time
 * stamp may mean years: then the packets' own lengths count, which are right if none was lost.
 */
const endSeconds = (facts: ProbeFacts, times: StreamTimes | undefined): number | undefined =>
  times === undefined
    ? undefined
    : [times.last === undefined ? undefined : times.last - facts.startSeconds, times.total].find(
        (end) => end !== undefined && end > 0 && canLast(facts, end)
      )

const withLength = (facts: ProbeFacts, stream: StreamFacts, times: StreamTimes | undefined): StreamFacts => {
  const { durationSeconds: _, ...rest } = stream
  const end = endSeconds(facts, times)
  const start = (stream.startSeconds ?? facts.startSeconds) - facts.startSeconds
  if (end === undefined || end <= start || times === undefined) return rest
  return { ...rest, ...(hasNoClock(facts) ? countedRate(stream, times) : {}), durationSeconds: end - start }
}

/**
 * Without a clock, one of the two rates is the default of 25/s or counts fields, and builds differ in which one. The
 * packets follow the right one.
 */
const countedRate = (
  { averageFrameRate, frameRate }: StreamFacts,
  { packets, total }: StreamTimes
): Pick<StreamFacts, "frameRate" | "averageFrameRate"> => {
  const rate = [frameRate, averageFrameRate].find(
    (one) => one !== undefined && Math.abs((one.num * total) / one.den / packets - 1) < RATE_TOLERANCE
  )
  return rate === undefined ? {} : { frameRate: rate, averageFrameRate: rate }
}

/** Lengths of packets are rounded to microseconds. */
const RATE_TOLERANCE = 0.01
