import * as Schema from "effect/Schema"
import { HlsUnavailable, HlsUnavailableCode } from "./HlsErrors.ts"

/** A range of segments that this source cannot provide. */
const FailedStretch = Schema.Struct({
  code: HlsUnavailableCode,
  reason: Schema.String,
  /** Heights of the affected renditions. Segments that cannot be copied may still be decoded. */
  heights: Schema.Array(Schema.Number),
  from: Schema.Number,
  /** The first segment after the range. */
  to: Schema.Number
})
type FailedStretch = typeof FailedStretch.Type

/**
 * `findings.json`: facts about this source that conversions discovered, for all processes that share the cache. The
 * findings belong to one generation. They are discarded when the file changes, when a user requests a rebuild, and when
 * an update changes the conversion.
 */
export const Findings = Schema.Struct({
  generation: Schema.String,
  failures: Schema.Array(FailedStretch),
  /** Set if the main audio track cannot be decoded: the index of the track that replaces it, or `null` for silence. */
  audioTrack: Schema.optional(Schema.NullOr(Schema.Number)),
  /** True if this ffmpeg cannot map HDR to the colors of an ordinary screen. */
  isUnmapped: Schema.optional(Schema.Boolean),
  /** Set if a complete conversion does not fit into a cache of `maxBytes`. */
  tooLarge: Schema.optional(Schema.Struct({ maxBytes: Schema.Number, reason: Schema.String }))
})
export type Findings = typeof Findings.Type

/**
 * Maximum number of failed ranges. If a file is damaged at more positions, only the ranges that were recorded last are
 * kept.
 */
const MAX_FAILURES = 50

export const noFindings = (generation: string): Findings => ({ generation, failures: [] })

/** Returns the failure of the range that contains segment `n` of a rendition. `undefined` if there is none. */
export const failureAt = (findings: Findings, height: number, n: number): HlsUnavailable | undefined =>
  toFailure(
    findings.failures.find(({ from, heights, to }) => heights.includes(height) && n >= from && n < to)
  )

/** Returns the failure to report for the whole video, which is the failure at the earliest position. */
export const firstFailure = (findings: Findings): HlsUnavailable | undefined =>
  toFailure(findings.failures.toSorted((a, b) => a.from - b.from)[0])

export const withFailure = (
  findings: Findings,
  failure: HlsUnavailable,
  stretch: Pick<FailedStretch, "from" | "to" | "heights">
): Findings => {
  const isCovered = (other: FailedStretch) =>
    other.from >= stretch.from &&
    other.to <= stretch.to &&
    other.heights.every((height) => stretch.heights.includes(height))
  const others = findings.failures.filter((other) => !isCovered(other))
  const added = { code: failure.code, reason: failure.reason, ...stretch }
  return { ...findings, failures: [...others, added].slice(-MAX_FAILURES) }
}

/** Returns the warning about the audio that pages show, or undefined if the main audio track is played. */
export const audioWarning = (findings: Findings | undefined): string | undefined => {
  if (findings?.audioTrack === undefined) return undefined
  return findings.audioTrack === null
    ? "The audio cannot be decoded"
    : "The first audio track cannot be decoded, so another one is played"
}

export const colorWarning = (findings: Findings | undefined): string | undefined =>
  findings?.isUnmapped === true
    ? "The colors are pale: this video is HDR, and this ffmpeg cannot convert it (it needs the zscale filter)"
    : undefined

const toFailure = (stretch: FailedStretch | undefined): HlsUnavailable | undefined =>
  stretch === undefined
    ? undefined
    : new HlsUnavailable({ code: stretch.code, reason: stretch.reason, isTransient: false })
