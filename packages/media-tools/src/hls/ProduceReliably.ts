import * as Effect from "effect/Effect"
import { open } from "node:fs/promises"
import type { MediaProcessShape } from "../MediaProcess.ts"
import { type Attempt, firstAttempt, nextAttempt } from "./Attempt.ts"
import { requireUnchanged } from "./Describe.ts"
import { crashedTwice, fromDisk, sourceMissing, sourceShort } from "./Failures.ts"
import { type Findings, withFailure } from "./Findings.ts"
import type { HlsUnavailable } from "./HlsErrors.ts"
import { type Production, produceOnce, type RunFailure } from "./Produce.ts"
import { needsPadding } from "./VideoGrid.ts"

/**
 * Creates the segments, and starts ffmpeg as often as necessary. After a crash, the next run continues at the segment
 * that was being written. If an input cannot be decoded, the next run uses another one. Permanent failures of the
 * source are recorded in the cache, so that no process repeats the attempt.
 */
export const produce = (
  tools: MediaProcessShape,
  production: Production
): Effect.Effect<void, HlsUnavailable> =>
  Effect.gen(function* () {
    const { cache, description, source } = production
    const findings = yield* fromCache(() => cache.findings(description.generation))
    const isCopy = production.renditions[0]?.mode === "copy"
    // Not all drivers obey forced key frames, so hardware encoders are used only if key frames are at regular
    // distances.
    const isHardwareFit = !isCopy && !description.table.isIrregular
    const { hardware } = isHardwareFit ? production : { hardware: undefined }
    let attempt: Attempt = { ...firstAttempt(source.probe, findings), hardware: hardware?.encoder }
    let from = production.from
    let crashedAt: number | undefined
    for (;;) {
      const gate = recordOnce(production, attempt, from)
      const run = yield* Effect.either(produceOnce(tools, { ...production, from, gate }, attempt))
      if (run._tag === "Right") return
      const { end, failure, position } = run.left
      if (attempt.hardware !== undefined && isOfEncoder.has(failure.code)) {
        hardware?.failed()
        const { hardware: encoder } = attempt
        yield* Effect.logWarning("a hardware encoder failed; continuing in software", {
          encoder,
          reason: failure.reason
        })
        attempt = { ...attempt, hardware: undefined }
        from = position
        continue
      }
      if (end === undefined) return yield* settled(production, failure, position)
      const next = nextAttempt({
        facts: source.probe,
        attempt,
        end,
        isCopy,
        isFromStart: isFromStart(production, from),
        isToEnd: needsPadding(source.probe, description.table, production.to)
      })
      if (next !== undefined) {
        attempt = next
        continue
      }
      if (end.kind === "crash" && end.hasFrames && position !== crashedAt) {
        // The previous crash, if any, was at another position, so a new run is worthwhile.
        crashedAt = position
        from = position
        attempt = firstAttempt(source.probe, findings)
        continue
      }
      if (end.kind === "crash" && end.hasFrames) {
        const twice = crashedTwice(failure.reason)
        return yield* recordFailure(production, twice, { from: position, to: position + 1 })
      }
      return yield* settled(production, withReason(run.left), position)
    }
  })

const isFromStart = ({ description }: Production, from: number): boolean =>
  description.table.boundaries[from] === 0

/**
 * Failures that a hardware encoder may have caused. The next run uses software. If it fails too, the file is to blame.
 */
const isOfEncoder: ReadonlySet<HlsUnavailable["code"]> = new Set([
  "producer-failed",
  "stream-broken",
  "source-short"
])

/**
 * Returns the failure of a run. If ffmpeg crashed before the first frame, the failure is reported as a source without
 * frames. On such a source, some versions of ffmpeg crash, and other versions report an error.
 */
const withReason = ({ end, failure }: RunFailure): HlsUnavailable =>
  end?.kind === "crash" && !end.hasFrames ? sourceShort(undefined, 0) : failure

/**
 * Always fails with this failure. Records it first if another attempt would only repeat it. Transient failures are not
 * recorded, so that the caller may retry them.
 */
const settled = (production: Production, failure: HlsUnavailable, position: number) => {
  if (failure.isTransient) return Effect.fail(failure)
  if (failure.code === "source-short")
    return recordFailure(production, failure, { from: position, to: production.to })
  if (failure.code === "stream-broken") {
    return recordFailure(production, failure, { from: position, to: position + 1 })
  }
  return Effect.fail(failure)
}

const recordFailure = (
  production: Production,
  failure: HlsUnavailable,
  stretch: { readonly from: number; readonly to: number }
) =>
  Effect.gen(function* () {
    // If a network share disconnects during a run, the file seems to end early. Check that the file is unchanged and
    // still readable.
    yield* requireUnchanged(production.source)
    yield* requireReadable(production)
    const heights = concerned(production, failure).map(({ height }) => height)
    yield* note(production, (findings) => withFailure(findings, failure, { ...stretch, heights }))
    return yield* failure
  })

/**
 * Returns the renditions that the failure affects. If frames cannot be decoded, every rendition lacks them. If they
 * cannot be copied or cut, only the renditions of this run lack them.
 */
const concerned = ({ description, renditions }: Production, failure: HlsUnavailable) =>
  failure.code === "source-short" && renditions[0]?.mode === "encode" ? description.renditions : renditions

const requireReadable = ({ source }: Production): Effect.Effect<void, HlsUnavailable> =>
  Effect.tryPromise({
    try: async () => {
      const file = await open(source.path, "r")
      try {
        const byte = Buffer.alloc(1)
        await file.read(byte, 0, 1, 0)
        await file.read(byte, 0, 1, Math.max(0, source.sizeBytes - 1))
      } finally {
        await file.close()
      }
    },
    catch: () => sourceMissing()
  })

/**
 * Records which audio is used and whether HDR is shown without tone mapping. This happens as soon as the run has
 * output, because a run that waits for its viewer may never end. The audio is recorded only by a run from the start,
 * because a track may be damaged at just one position.
 */
const recordOnce = (production: Production, attempt: Attempt, from: number): (() => Promise<void>) => {
  const { cache, description, gate, source } = production
  const indexOf = ({ audio }: Attempt) => (typeof audio === "string" ? null : audio.index)
  const audioTrack = indexOf(attempt)
  const isOtherAudio = isFromStart(production, from) && audioTrack !== indexOf(firstAttempt(source.probe))
  const isUnmapped = attempt.isUnmapped === true
  let isNoted = !isOtherAudio && !isUnmapped
  return async () => {
    if (!isNoted) {
      isNoted = true
      await cache.note(description.generation, (findings) => ({
        ...findings,
        ...(isOtherAudio ? { audioTrack } : {}),
        ...(isUnmapped ? { isUnmapped } : {})
      }))
    }
    await gate?.()
  }
}

const note = ({ cache, description }: Production, change: (findings: Findings) => Findings) =>
  fromCache(() => cache.note(description.generation, change))

const fromCache = <A>(read: () => Promise<A>) => Effect.tryPromise({ try: read, catch: fromDisk })
