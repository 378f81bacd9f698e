import type { KeyFrameIndex } from "../keyframes/KeyFrames.ts"
import type { ProbeFacts, Rational, StreamFacts } from "../ProbeFacts.ts"
import { rateOf } from "./FrameRate.ts"

/**
 * The decision whether the top rendition copies the source's frames and is cut at key frames. `reason` is a message for
 * users.
 */
export type CopyDecision =
  | { readonly isAllowed: true; readonly reason: string; readonly boundaries: ReadonlyArray<number> }
  | { readonly isAllowed: false; readonly reason: string }

export interface CopyQuestion {
  readonly facts: ProbeFacts
  readonly video: StreamFacts
  readonly keyFrames: KeyFrameIndex | undefined
  readonly fps: Rational
  readonly totalFrames: number
  readonly isSourceGrid: boolean
}

const TARGET_SECONDS = 10
const MIN_SECONDS = 4
const MAX_SECONDS = 15
/** Profiles that every HLS player decodes. */
const PROFILES = new Set(["Constrained Baseline", "Baseline", "Main", "High"])
/**
 * Maximum bit rate at 1080p, in bit/s. For other sizes, the limit is proportional to the area, but at least half of
 * this rate.
 */
const MAX_BIT_RATE = 10_000_000
const FULL_HD = 1920 * 1080
/** Containers without an exact index. Seeking in them is not exact, so their frames are not copied. */
const UNSEEKABLE = new Set(["mpegts", "mpeg", "mpegvideo", "vob", "avi", "flv"])

export const decideCopy = (question: CopyQuestion): CopyDecision => {
  const refusal = reasonAgainst(question)
  if (refusal !== undefined) return { isAllowed: false, reason: refusal }
  const boundaries = keyBoundaries(question)
  return boundaries === undefined
    ? { isAllowed: false, reason: `key frames are more than ${MAX_SECONDS} s apart` }
    : { isAllowed: true, reason: "H.264 that every player can decode, with closed key frames", boundaries }
}

/** True if nothing except the key frames can still prevent copying, so that reading the key frames is worthwhile. */
export const mayBeCopied = (question: Omit<CopyQuestion, "keyFrames" | "totalFrames">): boolean =>
  streamReason(question) === undefined

const streamReason = (question: Omit<CopyQuestion, "keyFrames" | "totalFrames">): string | undefined => {
  const { facts, isSourceGrid, video } = question
  const pixels = (video.width ?? 0) * (video.height ?? 0)
  const sar = video.sampleAspectRatio
  const bitRate = video.bitRate ?? facts.bitRate
  if (video.codec !== "h264") return `the video is ${video.codec}, not h264`
  if (video.pixelFormat !== "yuv420p") return `pixel format ${video.pixelFormat ?? "unknown"}, not yuv420p`
  if (!PROFILES.has(video.profile ?? "")) return `profile ${video.profile ?? "unknown"} is above High`
  if (
    video.fieldOrder !== undefined &&
    video.fieldOrder !== "progressive" &&
    video.fieldOrder !== "unknown"
  ) {
    return "the video is interlaced"
  }
  if (video.hasDisplayMatrix || video.rotation !== 0) return "the video is stored rotated"
  if (sar !== undefined && sar.num !== sar.den) return "pixels are not square"
  if (!isSourceGrid) return "the frame rate varies"
  if (facts.formatNames.some((name) => UNSEEKABLE.has(name))) return "the container has no exact index"
  if (bitRate > MAX_BIT_RATE * Math.max(0.5, pixels / FULL_HD))
    return "the bit rate is too high for streaming"
  return undefined
}

const reasonAgainst = (question: CopyQuestion): string | undefined => {
  const { facts, fps, keyFrames } = question
  const reason = streamReason(question)
  if (reason !== undefined) return reason
  if (keyFrames === undefined || keyFrames.seconds.length === 0) return "the key frames are not known"
  if (keyFrames.isEdited) return "the container plays only parts of the video"
  if (keyFrames.allIdr !== true) {
    return keyFrames.allIdr === false
      ? "key frames are open (not all are IDR)"
      : "key frames could not be read"
  }
  const first = keyFrames.seconds[0]! - facts.startSeconds
  if (first < -0.5 / rateOf(fps) || first > 0.5) return "the first key frame is not at the start"
  return undefined
}

/**
 * Chooses the boundaries from start to end. The next boundary is the key frame that is nearest to 10 s after the
 * previous boundary. The next boundary must be 4 to 15 s after the previous boundary. If there is no such key frame,
 * returns undefined.
 */
const keyBoundaries = (question: CopyQuestion): ReadonlyArray<number> | undefined => {
  const { facts, fps, keyFrames, totalFrames } = question
  const rate = rateOf(fps)
  const length = totalFrames / rate
  const keys = keyFrames!.seconds.map((second) => second - facts.startSeconds)
  const boundaries: Array<number> = [0]
  let previous = 0
  let from = 0
  while (length - previous > TARGET_SECONDS + 1) {
    while (from < keys.length && keys[from]! < previous + MIN_SECONDS) from += 1
    let best: number | undefined
    for (let i = from; i < keys.length; i++) {
      const key = keys[i]!
      if (key > previous + MAX_SECONDS || key > length - 1) break
      if (
        best === undefined ||
        Math.abs(key - previous - TARGET_SECONDS) < Math.abs(best - previous - TARGET_SECONDS)
      ) {
        best = key
      }
    }
    if (best === undefined) {
      if (length - previous <= MAX_SECONDS) break
      return undefined
    }
    const frame = Math.round(best * rate)
    boundaries.push(frame)
    previous = best
  }
  return [...boundaries, totalFrames]
}
