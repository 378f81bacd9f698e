import type { Rational, StreamFacts, StreamKind } from "../ProbeFacts.ts"
import { cleanText } from "./CleanText.ts"
import { parseOrientation } from "./Orientation.ts"
import * as Bounds from "./Bounds.ts"
import { asCount, asNumber, asPositive, asRecord, asUpTo, type JsonRecord } from "./RawJson.ts"

const KINDS: ReadonlySet<unknown> = new Set(["video", "audio", "subtitle", "data", "attachment"])

/** Converts one entry of ffprobe's `streams`. */
export const parseStream = (stream: JsonRecord, position: number): StreamFacts => {
  const tags = asRecord(stream["tags"])
  const disposition = asRecord(stream["disposition"])
  const kind = KINDS.has(stream["codec_type"]) ? (stream["codec_type"] as StreamKind) : "data"
  return {
    index: stream["index"] === 0 ? 0 : (asCount(stream["index"], Bounds.MAX_STREAM_INDEX) ?? position),
    kind,
    ...coding(stream),
    ...parseOrientation(stream),
    isDefault: disposition["default"] === 1,
    isForced: disposition["forced"] === 1,
    isAttachedPicture: disposition["attached_pic"] === 1,
    ...present("startSeconds", startTime(stream["start_time"])),
    ...present("durationSeconds", asPositive(stream["duration"]) ?? taggedDuration(stream, tags)),
    ...present("bitRate", bitRate(stream["bit_rate"]) ?? bitRate(tags["BPS"])),
    ...present("profile", text(stream["profile"], 50)),
    ...present("language", language(tags["language"])),
    ...present("title", text(tags["title"], 300)),
    ...(kind === "video" ? frame(stream) : {}),
    ...(kind === "audio" ? audio(stream) : {}),
    // For bitmap subtitles, this is the size of their canvas.
    ...(kind === "subtitle" ? size(stream) : {})
  }
}

/** Parses the time at which a container or stream begins. Implausible values are dropped. */
export const startTime = (value: unknown): number | undefined => {
  const seconds = asNumber(value)
  return seconds !== undefined && Math.abs(seconds) <= Bounds.MAX_START_SECONDS ? seconds : undefined
}

export const bitRate = (value: unknown): number | undefined => asUpTo(value, Bounds.MAX_BIT_RATE)

const coding = (stream: JsonRecord): Pick<StreamFacts, "codec" | "codecTag"> => {
  const codec = cleanText(stream["codec_name"], 50)
  if (codec !== "" && codec !== "unknown") return { codec }
  const tag = cleanText(stream["codec_tag_string"], 50)
  // `[0][0][0][0]` means that there is no tag. In a transport stream, the tag is the number of the stream type.
  return { codec: "unknown", ...present("codecTag", /^$|^(\[0\]){4}$/.test(tag) ? undefined : tag) }
}

const frame = (stream: JsonRecord) => {
  const codedWidth = asCount(stream["coded_width"], Bounds.MAX_SIDE)
  const codedHeight = asCount(stream["coded_height"], Bounds.MAX_SIDE)
  return {
    ...present("level", asUpTo(stream["level"], Bounds.MAX_LEVEL)),
    ...present("pixelFormat", text(stream["pix_fmt"], 30)),
    ...size(stream),
    ...(codedWidth === undefined || codedHeight === undefined
      ? {}
      : { codedSize: { width: codedWidth, height: codedHeight } }),
    ...present("sampleAspectRatio", ratio(stream["sample_aspect_ratio"], ":", ASPECTS)),
    ...present("displayAspectRatio", ratio(stream["display_aspect_ratio"], ":", ASPECTS)),
    ...present("frameRate", ratio(stream["r_frame_rate"], "/", RATES)),
    ...present("averageFrameRate", ratio(stream["avg_frame_rate"], "/", RATES)),
    ...present("bitsPerRawSample", asCount(stream["bits_per_raw_sample"], Bounds.MAX_SAMPLE_BITS)),
    ...present("fieldOrder", text(stream["field_order"], 20)),
    ...present("colorTransfer", text(stream["color_transfer"], 30)),
    ...present("colorPrimaries", text(stream["color_primaries"], 30)),
    ...present("colorSpace", text(stream["color_space"], 30))
  }
}

/** Returns the width and the height, or neither, because one side alone is useless for scaling. */
const size = (stream: JsonRecord): Pick<StreamFacts, "width" | "height"> => {
  const width = asCount(stream["width"], Bounds.MAX_SIDE)
  const height = asCount(stream["height"], Bounds.MAX_SIDE)
  return width === undefined || height === undefined ? {} : { width, height }
}

const audio = (stream: JsonRecord) => ({
  ...present("channels", asCount(stream["channels"], Bounds.MAX_CHANNELS)),
  ...present("channelLayout", text(stream["channel_layout"], 50)),
  ...present("sampleRate", asCount(stream["sample_rate"], Bounds.MAX_SAMPLE_RATE))
})

/** Returns an object with this key, or an empty object if the value is `undefined`. */
const present = <K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: V })

const text = (value: unknown, limit: number): string | undefined => {
  const cleaned = cleanText(value, limit)
  return cleaned === "" || cleaned === "unknown" || cleaned === "N/A" ? undefined : cleaned
}

const language = (value: unknown): string | undefined => {
  const code = text(value, 30)?.toLowerCase()
  return code === undefined || code === "und" ? undefined : code
}

interface Span {
  readonly least: number
  readonly most: number
}

const ASPECTS: Span = { least: 1 / Bounds.MAX_ASPECT, most: Bounds.MAX_ASPECT }
const RATES: Span = { least: Bounds.MIN_FRAME_RATE, most: Bounds.MAX_FRAME_RATE }

/** Parses `num:den` or `num/den`. Treats `0/0` and values outside the bounds as missing. */
const ratio = (value: unknown, separator: ":" | "/", { least, most }: Span): Rational | undefined => {
  if (typeof value !== "string") return undefined
  const [num, den] = value.split(separator).map((part) => asCount(part, MAX_TERM))
  if (num === undefined || den === undefined) return undefined
  return num / den >= least && num / den <= most ? { num, den } : undefined
}

/** Maximum numerator and denominator. They have 32 bits in ffmpeg. */
const MAX_TERM = 2 ** 31 - 1

/**
 * Reads a stream's duration from its tags. Matroska has no length per stream, but its writers add a tag `DURATION` or
 * `DURATION-eng` with a value such as `00:01:02.500000000`. The meaning of the value depends on the writer:
 * - mkvmerge, which is recognized by its statistics tags, stores the length of the stream.
 * - ffmpeg stores the time at which the stream ends.
 *
 * When ffmpeg cuts or joins files from mkvmerge, it keeps the `DURATION-eng` of these files, although the value is now
 * wrong. It adds its own tag after the old tag.
 */
const taggedDuration = (stream: JsonRecord, tags: JsonRecord): number | undefined => {
  const keys = Object.keys(tags).filter((name) => /^duration(-[a-z]+)?$/i.test(name))
  const key = keys.find((name) => !name.includes("-")) ?? keys[0]
  const match = /^(\d{1,4}):(\d\d):(\d\d(?:\.\d+)?)$/.exec(key === undefined ? "" : cleanText(tags[key], 50))
  if (match === null) return undefined
  const seconds = Number(match[1]) * 3_600 + Number(match[2]) * 60 + Number(match[3])
  const isLength = keys.length === 1 && Object.keys(tags).some((name) => name.startsWith("_STATISTICS"))
  return asPositive(isLength ? seconds : seconds - Math.max(0, asNumber(stream["start_time"]) ?? 0))
}
