import { parseSegmentName } from "./CachePaths.ts"
import { audioProblem } from "../ProbeFacts.ts"
import { type Findings, firstFailure, audioWarning, colorWarning } from "./Findings.ts"
import { isSidecarOf } from "./Generation.ts"
import type { HlsDescription, HlsSource, HlsStatus } from "./HlsEngine.ts"
import type { HlsState } from "./HlsState.ts"
import { boundarySeconds, segmentCount } from "./SegmentTable.ts"
import { choiceName, withChosenAudio } from "./TrackChoice.ts"

/**
 * Returns the state of a video's conversion, according to the files in the cache and the runs of this process. Rejects
 * with the errno error.
 */
export const statusOf = async (
  state: HlsState,
  source: HlsSource,
  description: HlsDescription,
  isSourceUnchanged: boolean
): Promise<HlsStatus> => {
  const cache = state.cache(source)
  const generation = await cache.stamp()
  const isOurs = generation?.generation === description.generation
  const total = segmentCount(description.table)
  const present = countPresent(isOurs ? await cache.names() : [], total)
  const renditions = description.renditions.map((rendition) => ({
    height: rendition.height,
    width: rendition.width,
    bandwidth: rendition.bandwidth,
    codecs: rendition.codecs,
    segmentsReady: present.get(rendition.height) ?? 0,
    segmentsTotal: total,
    copy: rendition.mode === "copy"
  }))
  const ready = renditions.reduce((sum, rendition) => sum + rendition.segmentsReady, 0)
  const sidecar = isOurs ? await cache.sidecar() : undefined
  const isDisowned = sidecar !== undefined && !isSidecarOf(sidecar, source, description)
  const isComplete = sidecar !== undefined && !isDisowned && ready === total * renditions.length
  const progress = ready / (total * renditions.length)
  const findings = isOurs ? await cache.findings(description.generation) : undefined
  const tooLarge = findings === undefined ? undefined : stillTooLarge(state, findings)
  const warnings = [
    audioProblem(withChosenAudio(source.probe, source.tracks)),
    audioWarning(findings),
    colorWarning(findings),
    tooLarge
  ].filter((text) => text !== undefined)
  const common = { renditions, progress, ...(warnings.length === 0 ? {} : { warnings }) }

  if (!isSourceUnchanged) return { state: "stale", ...common }
  if (generation === undefined) return { state: "absent", ...common }
  if (!isOurs || isDisowned) return { state: "stale", ...common }
  if (isComplete) return { state: "fresh", ...common }
  const permanent = findings === undefined ? undefined : firstFailure(findings)
  // Users can watch the segments that exist, but the video is not complete.
  if (permanent !== undefined) return { state: "failed", ...common, error: permanent.reason }
  const speed = speedOf(state, source, description)
  const passing = state.lastFailure(description)
  if (passing !== undefined && speed === undefined)
    return { state: "failed", ...common, error: passing.reason }
  // This video is converted only during playback, because the complete conversion does not fit into the cache.
  if (tooLarge !== undefined && speed === undefined) return { state: "absent", ...common, isTooLarge: true }
  if (speed === undefined || speed <= 0) return { state: "generating", ...common }
  const left = boundarySeconds(description.table, total) * (1 - progress)
  return { state: "generating", ...common, speed, etaSeconds: Math.round(left / speed) }
}

/**
 * Returns the message that the conversion is too large for the cache. Undefined if it is not, or if the cache has been
 * enlarged since.
 */
const stillTooLarge = (state: HlsState, { tooLarge }: Findings): string | undefined => {
  const maxBytes = state.options.limits?.maxBytes
  return tooLarge !== undefined && (maxBytes ?? 0) <= tooLarge.maxBytes ? tooLarge.reason : undefined
}

/**
 * Counts the finished segments of each height. Reads the folder once instead of testing each segment, because a source
 * with an incorrect length may list 60,000 segments that do not exist.
 */
const countPresent = (names: ReadonlyArray<string>, total: number): ReadonlyMap<number, number> => {
  const present = new Map<number, number>()
  for (const name of names) {
    const segment = parseSegmentName(name)
    if (segment === undefined || segment.n >= total) continue
    present.set(segment.height, (present.get(segment.height) ?? 0) + 1)
  }
  return present
}

/**
 * Returns the conversion speed in seconds of video per second. `undefined` if this process does not convert the video.
 */
const speedOf = (
  state: HlsState,
  { id, tracks }: HlsSource,
  description: HlsDescription
): number | undefined => {
  const fill = choiceName(tracks) === "" ? state.fills.get(id) : undefined
  if (fill !== undefined) return fill
  const runs = state.runs.ofVideo(id).filter((run) => run.options.generation === description.generation)
  if (runs.length === 0) return undefined
  return runs.reduce((sum, run) => {
    const media =
      boundarySeconds(description.table, run.position) - boundarySeconds(description.table, run.options.from)
    return sum + (media * 1_000) / Math.max(1, performance.now() - run.startedAt)
  }, 0)
}
