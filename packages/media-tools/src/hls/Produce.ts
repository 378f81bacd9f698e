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
  /** One rendition, or several encoded renditions that share one decode. */
  readonly renditions: ReadonlyArray<Rendition>
  readonly from: number
  readonly to: number
  /** Set if the run starts inside segment `from`. `description.table` then begins at this part. */
  readonly opening?: { readonly n: number; readonly part: number } | undefined
  readonly nice: number
  readonly observer: RunObserver
  /** The hardware encoder to use instead of libx264, until the hardware fails. */
  readonly hardware?: HardwareUse | undefined
  /** Awaited before each chunk, which applies back-pressure to the tool. */
  readonly gate?: () => Promise<void>
}

export interface HardwareUse {
  readonly encoder: HardwareEncoder
  readonly failed: () => void
}

/** Maximum time in milliseconds without output. After that, ffmpeg most likely hangs on a dead network share. */
const SILENCE_MS = 120_000

/** The failure of a run that did not create all of its segments. */
export interface RunFailure {
  readonly failure: HlsUnavailable
  /**
   * How ffmpeg ended. `undefined` if the source is not to blame: the run was stopped, the disk is full, or a tool is
   * missing.
   */
  readonly end: RunEnd | undefined
  /** The segment that was being written. */
  readonly position: number
}

/**
 * Runs ffmpeg once and writes segment files. Success, failure and interruption have the same result: finished segments
 * are kept, an unfinished segment leaves no file, and ffmpeg has exited.
 */
export const produceOnce = (
  tools: MediaProcessShape,
  production: Production,
  attempt: Attempt
): Effect.Effect<void, RunFailure> => {
  // The failure that readers of an unfinished segment receive if the run is interrupted.
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
          // ffmpeg itself writes only to pipes, but graphics drivers also write files.
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
 * Signals that mean that ffmpeg itself crashed. SIGKILL is not one of them: it comes from the kernel when memory runs
 * out, or from a user at a terminal.
 */
const CRASHES: ReadonlySet<string | null> = new Set(["SIGSEGV", "SIGABRT", "SIGILL", "SIGFPE", "SIGBUS"])
/**
 * Exit codes of programs that did not start. 126: a shell cannot start the program. 127: the loader cannot start the
 * program, for example while a package manager replaces its libraries.
 */
const NOT_STARTED: ReadonlySet<number | null> = new Set([126, 127])

/** Matches error messages of the color filters, which appear if a filter is missing or rejects its input. */
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
 * Decides by the output whether a run succeeded. The exit code is not reliable: ffmpeg exits with 0 for a truncated
 * source, and newer builds exit with 69 for a video with only a few broken frames.
 */
const settle = (outputs: ReadonlyArray<OutputWriter>, failure: ToolFailure | undefined) =>
  Effect.gen(function* () {
    const mayBeComplete = failure === undefined || endOf(failure) === "error"
    for (const output of outputs) {
      const missing = yield* Effect.tryPromise({ try: () => output.finish(mayBeComplete), catch: fromDisk })
      if (missing === undefined) continue
      // If the source cannot be decoded, our own message is more helpful than ffmpeg's ("Error marking filters as
      // finished").
      return yield* failure === undefined || missing.code === "source-short" ? missing : fromTool(failure)
    }
  })

const abandonAll = (outputs: ReadonlyArray<OutputWriter>, reason: HlsUnavailable): Effect.Effect<void> =>
  Effect.promise(async () => {
    for (const output of outputs) await output.abandon(reason).catch(() => {})
  })
