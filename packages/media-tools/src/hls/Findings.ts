import * as Schema from "effect/Schema"
import { HlsUnavailable, HlsUnavailableCode } from "./HlsErrors.ts"

/** A range of segments that this source cannot provide. */
const FailedStretch = Schema.Struct({
  code: HlsUnavailableCode,
  reason: Schema.String,
  /** The renditions in which it occurred: segments that cannot be copied may still be decoded. */
  heights: Schema.Array(Schema.Number),
  from: Schema.Number,
  /** The first segment after it. */
  to: Schema.Number
})
type FailedStretch = typeof FailedStretch.Type

/**
 * `findings.json`: facts about this source learned by conversions, for all processes that share the cache. It is tied
 * to the generation: a changed file, another build or a rebuild starts without it.
 */
export const Findings = Schema.Struct({
  generation: Schema.String,
  failures: Schema.Array(FailedStretch),
  /** The main audio track cannot be decoded: the index of its replacement, `null` for silence. */
  audioTrack: Schema.optional(Schema.NullOr(Schema.Number)),
  /** This ffmpeg cannot map HDR to the colors of an ordinary screen. */
  isUnmapped: Schema.optional(Schema.Boolean),
  /** A complete conversion does not fit a cache of this many bytes. */
  tooLarge: Schema.optional(Schema.Struct({ maxBytes: Schema.Number, reason: Schema.String }))
})
export type Findings = typeof Findings.Type

/** For a file that is damaged at more positions, the first ones are kept. */
const MAX_FAILURES = 50

export const noFindings = (generation: string): Findings => ({ generation, failures: [] })

/** The failed range that contains segment `n` of a rendition. */
export const failureAt = (findings: Findings, height: number, n: number): HlsUnavailable | undefined =>
  toFailure(
    findings.failures.find(({ from, heights, to }) => heights.includes(height) && n >= from && n < to)
  )

/** The failure reported for the whole video: the first missing position. */
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

/** A warning that a page shows in addition to the state. */
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
