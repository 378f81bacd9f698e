import { mainAudio, mainVideo, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"
import { isThroughout } from "./AudioGrid.ts"
import { rateOf } from "./FrameRate.ts"
import type { SegmentTable } from "./SegmentTable.ts"

export type Preset = "ultrafast" | "superfast" | "veryfast" | "faster" | "fast" | "medium"

/**
 * One quality of a video. Its name is derived from `height`, as in `720p`. Its frames have `width` x `frameHeight`
 * pixels.
 */
export interface Rendition {
  readonly height: number
  readonly width: number
  readonly frameHeight: number
  /** `copy`: the source's own frames. `encode`: frames encoded with H.264. */
  readonly mode: "copy" | "encode"
  /** Maximum bit rate of the video in bit/s. */
  readonly maxRate: number
  /** Bit rate of the audio in bit/s. 0 without audio. */
  readonly audioRate: number
  /**
   * `none` if the source has no audio track. `copy` for AAC in a copied rendition, if the audio lasts from beginning to
   * end.
   */
  readonly audio: "none" | "copy" | "encode"
  readonly preset: Preset
  /** Peak bit rate for the playlist in bit/s, including transport overhead. */
  readonly bandwidth: number
  readonly averageBandwidth: number
  /** Codecs in the format of RFC 6381. */
  readonly codecs: string
}

export interface LadderOptions {
  /** Overrides the preset of every rendition. */
  readonly preset?: Preset
}

interface Rung {
  readonly label: number
  readonly maxRate: number
  readonly audioRate: number
  /** Hexadecimal H.264 level at up to 30 and up to 60 frames per second. */
  readonly level: readonly [string, string]
}

const RUNGS: ReadonlyArray<Rung> = [
  { label: 2160, maxRate: 12_000_000, audioRate: 160_000, level: ["33", "34"] },
  { label: 1080, maxRate: 5_000_000, audioRate: 128_000, level: ["28", "2a"] },
  { label: 720, maxRate: 2_500_000, audioRate: 128_000, level: ["1f", "20"] },
  { label: 480, maxRate: 1_000_000, audioRate: 96_000, level: ["1e", "1f"] },
  { label: 360, maxRate: 600_000, audioRate: 96_000, level: ["1e", "1f"] }
]
const MAX_RUNGS = 3
const MIN_RATE = 150_000
/**
 * Maximum bit rate relative to the next better rendition. A rendition that saves less than a fifth of the bit rate is
 * not worth its disk space.
 */
const WORTHWHILE = 0.8
/**
 * H.264 needs more bits than these codecs for the same picture. At the source's size, H.264 may use 1.5 times the
 * source's rate.
 */
const DENSER_CODECS = new Set(["hevc", "av1", "vp9"])
const DENSER = 1.5
/** Smaller pictures need fewer bits, but the bit rate shrinks more slowly than the area. */
const AREA_EXPONENT = 0.75
/**
 * Peak bit rate of a capped encoder relative to its target. `TRANSPORT` is the overhead of transport stream packets.
 */
const PEAK = 1.2
const TRANSPORT = 1.07

/**
 * Returns the renditions of a video, best first, at most three, never larger than the source. Empty if the video has no
 * frame.
 */
export const ladder = (
  facts: ProbeFacts,
  table: SegmentTable,
  options: LadderOptions = {}
): ReadonlyArray<Rendition> => {
  const video = mainVideo(facts)
  if (video === undefined || video.width === undefined || video.height === undefined) return []
  const size = displaySize(video)
  const label = labelOf(size)
  const hasAudio = mainAudio(facts) !== undefined
  const sourceRate = videoRate(facts, video)
  const renditions: Array<Rendition> = []
  let above = Number.POSITIVE_INFINITY
  if (table.copy.isAllowed) {
    renditions.push(copied(facts, video, label, sourceRate))
    above = sourceRate === 0 ? Number.POSITIVE_INFINITY : sourceRate
  }
  for (const rung of rungsFor(label)) {
    if (renditions.length === MAX_RUNGS) break
    if (table.copy.isAllowed && rung.label >= label) continue
    const cap = sourceRate === 0 ? rung.maxRate : rateWithin(sourceRate, video.codec, size, rung.label)
    const maxRate = Math.round(Math.max(MIN_RATE, Math.min(rung.maxRate, cap)))
    if (maxRate >= above * WORTHWHILE) continue
    renditions.push(encoded(rung, size, maxRate, hasAudio, rateOf(table.fps), options))
    above = maxRate
  }
  return renditions
}

/** Returns the maximum bit rate of a rendition, in proportion to the bit rate of the source. */
const rateWithin = (sourceRate: number, codec: string, size: Size, label: number): number => {
  const frame = fit(size, label)
  const share = Math.min(1, (frame.width * frame.height) / (size.width * size.height))
  const isSmaller = label < labelOf(size)
  const rate = sourceRate * share ** AREA_EXPONENT
  return isSmaller || !DENSER_CODECS.has(codec) ? rate : rate * DENSER
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Returns the display size: upright, with square pixels. */
export const displaySize = (video: StreamFacts): Size => {
  const sar = video.sampleAspectRatio
  const stretch = sar === undefined || sar.num <= 0 || sar.den <= 0 ? 1 : sar.num / sar.den
  const width = (video.width ?? 0) * stretch
  const height = video.height ?? 0
  return video.rotation === 90 || video.rotation === 270
    ? { width: height, height: width }
    : { width, height }
}

/**
 * Returns the name of the quality: the height of the smallest 16:9 box that contains a frame. Portrait frames are
 * rotated to landscape first.
 */
export const labelOf = (size: Size): number => {
  const long = Math.max(size.width, size.height)
  const short = Math.min(size.width, size.height)
  return even(Math.max(short, (long * 9) / 16))
}

/** Returns the largest even size within the box of `label`, without enlarging the frame. */
export const fit = (size: Size, label: number): Size => {
  const long = (label * 16) / 9
  const isUpright = size.height > size.width
  const box = isUpright ? { width: label, height: long } : { width: long, height: label }
  const scale = Math.min(1, box.width / size.width, box.height / size.height)
  return { width: even(size.width * scale), height: even(size.height * scale) }
}

const even = (value: number): number => Math.max(2, Math.round(value / 2) * 2)

const rungsFor = (label: number): ReadonlyArray<Rung> => {
  const usable = RUNGS.filter((rung) => (rung.label === 2160 ? label > 1440 : rung.label <= label))
  if (usable.length > 0) return usable
  const lowest = RUNGS.at(-1)!
  return [{ ...lowest, label }]
}

/** Returns the bit rate of the video stream alone, in bit/s. 0 if unknown. */
const videoRate = (facts: ProbeFacts, video: StreamFacts): number => {
  if (video.bitRate !== undefined && video.bitRate > 0) return video.bitRate
  const others = facts.streams.reduce(
    (sum, stream) => (stream.index === video.index ? sum : sum + (stream.bitRate ?? 0)),
    0
  )
  return Math.max(0, facts.bitRate - others)
}

/**
 * Returns the encoder preset. It is the same on every machine, because processes that share a cache must produce
 * identical bytes for a generation.
 */
const presetFor = (label: number): Preset => (label > 480 ? "superfast" : "veryfast")

const encoded = (
  rung: Rung,
  size: Size,
  maxRate: number,
  hasAudio: boolean,
  fps: number,
  options: LadderOptions
): Rendition => {
  const frame = fit(size, rung.label)
  const preset = options.preset ?? presetFor(rung.label)
  const audioRate = hasAudio ? rung.audioRate : 0
  // ultrafast disables CABAC and 8x8 transforms. The stream is then Constrained Baseline, regardless of the requested
  // profile.
  const profile = preset === "ultrafast" ? "42c0" : "6400"
  const video = `avc1.${profile}${rung.level[fps > 31 ? 1 : 0]}`
  return {
    height: rung.label,
    width: frame.width,
    frameHeight: frame.height,
    mode: "encode",
    maxRate,
    audioRate,
    audio: hasAudio ? "encode" : "none",
    preset,
    bandwidth: Math.round((maxRate * PEAK + audioRate) * TRANSPORT),
    averageBandwidth: Math.round(maxRate * 0.9 + audioRate),
    codecs: hasAudio ? `${video},mp4a.40.2` : video
  }
}

const COPY_PROFILE: Readonly<Record<string, string>> = {
  "Constrained Baseline": "42e0",
  Baseline: "4200",
  Main: "4d40",
  High: "6400"
}

const copied = (facts: ProbeFacts, video: StreamFacts, label: number, sourceRate: number): Rendition => {
  const audio = mainAudio(facts)
  const keepsAudio = audio?.codec === "aac" && audio.profile === "LC" && isThroughout(facts, audio)
  const audioRate = audio === undefined ? 0 : keepsAudio ? (audio.bitRate ?? 128_000) : 128_000
  const rate = sourceRate === 0 ? 5_000_000 : sourceRate
  const level = Math.max(10, Math.min(62, video.level ?? 40))
  const codec = `avc1.${COPY_PROFILE[video.profile ?? ""] ?? "6400"}${level.toString(16).padStart(2, "0")}`
  return {
    height: label,
    width: video.width!,
    frameHeight: video.height!,
    mode: "copy",
    maxRate: rate,
    audioRate,
    audio: audio === undefined ? "none" : keepsAudio ? "copy" : "encode",
    preset: presetFor(label),
    bandwidth: Math.round((rate * 1.5 + audioRate) * TRANSPORT),
    averageBandwidth: Math.round(rate + audioRate),
    codecs: audio === undefined ? codec : `${codec},mp4a.40.2`
  }
}
