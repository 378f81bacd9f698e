import * as Effect from "effect/Effect"
import type { Readable } from "node:stream"
import type { HardwareEncoder } from "../hardware/HardwareEncoder.ts"
import type { MediaPath } from "../MediaPath.ts"
import type { MediaProcessShape } from "../MediaProcess.ts"
import type { Attempt, RunEnd } from "./Attempt.ts"
import { abandoned, fromDisk, fromTool } from "./Failures.ts"
import type { HlsDescription, HlsSource } from "./HlsEngine.ts"
import type { HlsUnavailable } from "./HlsErrors.ts"
import type { Rendition } from "./Ladder.ts"
import { OutputWriter, type RunObserver } from "./OutputWriter.ts"
import { boundarySeconds } from "./SegmentTable.ts"
import { openSource } from "./SourceInput.ts"
import { subtitleLead } from "./StandingSubtitle.ts"
import { transcodeArguments } from "./TranscodeArguments.ts"
import type { VideoCache } from "./VideoCache.ts"

export interface Production {
  readonly source: HlsSource
  readonly description: HlsDescription
  readonly cache: VideoCache
  /** One rendition, or several encoded renditions from one decode. */
  readonly renditions: ReadonlyArray<Rendition>
  readonly from: number
  readonly to: number
  /** The start within segment `from`, where `description.table` begins. */
  readonly opening?: { readonly n: number; readonly part: number } | undefined
  readonly nice: number
  readonly observer: RunObserver
  /** Replaces libx264 as long as it works. */
  readonly hardware?: HardwareUse | undefined
  /** Awaited before each chunk, which applies back-pressure to the tool. */
  readonly gate?: () => Promise<void>
}

export interface HardwareUse {
  readonly encoder: HardwareEncoder
  readonly failed: () => void
}

/** If we are ready to read and a tool outputs nothing for this long, it hangs (dead network share). */
const SILENCE_MS = 120_000

/** Why a run of ffmpeg did not make all its segments, and how it ended. */
export interface RunFailure {
  readonly failure: HlsUnavailable
  /** `undefined` if the end says nothing about the source: the run was stopped, the disk is full, or a tool is missing. */
  readonly end: RunEnd | undefined
  /** The segment that was being made. */
  readonly position: number
}

/**
 * One run of ffmpeg into segment files. However it ends (success, failure, interruption), finished segments stay, an
 * unfinished one leaves no file, and the process is gone.
 */
export const produceOnce = (
  tools: MediaProcessShape,
  production: Production,
  attempt: Attempt
): Effect.Effect<void, RunFailure> => {
  // The failure for readers of an unfinished segment.
  let reason = abandoned()
  const { observer, renditions } = production
  const outputs = renditions.map((rendition) => new OutputWriter({ ...production, rendition }, observer))
  let end: RunEnd | undefined
  return Effect.scoped(
    Effect.gen(function* () {
      yield* Effect.addFinalizer(() => abandonAll(outputs, reason))
      const path = yield* openSource(production.source)
      const subtitleLead = yield* leadOf(tools, production, path)
      const tool = yield* tools
        .stream({
          tool: "ffmpeg",
          args: transcodeArguments({
            path,
            facts: production.source.probe,
            table: production.description.table,
            renditions,
            from: production.from,
            to: production.to,
            tracks: production.source.tracks,
            subtitleLead,
            attempt
          }),
          extraPipes: renditions.length - 1,
          nice: production.nice,
          silenceMs: SILENCE_MS,
          // ffmpeg writes only to pipes, but drivers of graphics cards keep files of their own.
          ...(attempt.hardware === undefined ? { limits: { fileBytes: 0 } } : {})
        })
        .pipe(Effect.mapError(fromTool))
      const pipes = [tool.stdout, ...tool.pipes]
      yield* Effect.all(
        outputs.map((output, i) => pump(pipes[i]!, output, production.gate)),
        { concurrency: "unbounded", discard: true }
      )
      const exit = yield* Effect.either(tool.exit)
      const failure = exit._tag === "Left" ? exit.left : undefined
      const kind = endOf(failure)
      if (kind !== undefined) {
        const isColorFault = failure?._tag === "MediaProcessFailed" && COLOR_FILTERS.test(failure.stderrTail)
        end = { kind, hasFrames: outputs.some((output) => output.hasFrames), isColorFault }
      }
      yield* settle(outputs, failure)
    }).pipe(Effect.tapError((failure) => Effect.sync(() => void (reason = failure))))
  ).pipe(
    Effect.mapError((failure) => ({
      failure,
      end,
      position: Math.min(...outputs.map((output) => output.position))
    })),
    Effect.withSpan("Hls.produce", { attributes: { from: production.from, to: production.to } })
  )
}

const leadOf = (tools: MediaProcessShape, { description, from, source }: Production, path: MediaPath) => {
  const index = source.tracks?.subtitle
  const start = boundarySeconds(description.table, from)
  if (index === undefined || start === 0) return Effect.succeed(0)
  return subtitleLead(tools, path, { at: source.probe.startSeconds + start, index })
}

/**
 * Signals that a program gives itself. SIGKILL comes from the kernel, short of memory, or from a person at a terminal.
 */
const CRASHES: ReadonlySet<string | null> = new Set(["SIGSEGV", "SIGABRT", "SIGILL", "SIGFPE", "SIGBUS"])
/**
 * A shell's exit code for a program that it cannot start, and the loader's for one whose libraries are being replaced.
 */
const NOT_STARTED: ReadonlySet<number | null> = new Set([126, 127])

/** Appears in the messages of a missing filter, and of one that rejects its input. */
const COLOR_FILTERS = /zscale|tonemap/

const endOf = (failure: ToolFailure | undefined): RunEnd["kind"] | undefined => {
  if (failure === undefined) return "end"
  if (failure._tag !== "MediaProcessFailed" || NOT_STARTED.has(failure.exitCode)) return undefined
  if (CRASHES.has(failure.signal)) return "crash"
  return failure.signal === null ? "error" : undefined
}

type ToolFailure = Parameters<typeof fromTool>[0]

const pump = (
  pipe: Readable,
  output: OutputWriter,
  gate: (() => Promise<void>) | undefined
): Effect.Effect<void, HlsUnavailable> =>
  Effect.tryPromise({
    try: async (signal) => {
      for await (const chunk of pipe) {
        if (signal.aborted) return
        await output.push(chunk as Buffer, signal)
        if (gate !== undefined) await gate()
      }
    },
    catch: fromDisk
  })

/**
 * Judged by the output and not by the exit code: ffmpeg exits with 0 for a truncated source, and newer builds with 69
 * for a video with some broken frames.
 */
const settle = (outputs: ReadonlyArray<OutputWriter>, failure: ToolFailure | undefined) =>
  Effect.gen(function* () {
    const mayBeComplete = failure === undefined || endOf(failure) === "error"
    for (const output of outputs) {
      const missing = yield* Effect.tryPromise({ try: () => output.finish(mayBeComplete), catch: fromDisk })
      if (missing === undefined) continue
      // ffmpeg's own message when nothing could be decoded ("Error marking filters as finished") is not helpful.
      return yield* failure === undefined || missing.code === "source-short" ? missing : fromTool(failure)
    }
  })

const abandonAll = (outputs: ReadonlyArray<OutputWriter>, reason: HlsUnavailable): Effect.Effect<void> =>
  Effect.promise(async () => {
    for (const output of outputs) await output.abandon(reason).catch(() => {})
  })
