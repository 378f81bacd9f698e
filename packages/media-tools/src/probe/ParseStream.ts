import type { Rational, StreamFacts, StreamKind } from "../ProbeFacts.ts"
import { cleanText } from "./CleanText.ts"
import { parseOrientation } from "./Orientation.ts"
import { asNumber, asPositive, asRecord, type JsonRecord } from "./RawJson.ts"

const KINDS: ReadonlySet<unknown> = new Set(["video", "audio", "subtitle", "data", "attachment"])

/** One entry of ffprobe's `streams`. */
export const parseStream = (stream: JsonRecord, position: number): StreamFacts => {
  const tags = asRecord(stream["tags"])
  const disposition = asRecord(stream["disposition"])
  const kind = KINDS.has(stream["codec_type"]) ? (stream["codec_type"] as StreamKind) : "data"
  const codec = cleanText(stream["codec_name"], 50)
  return {
    index: asNumber(stream["index"]) ?? position,
    kind,
    codec: codec === "" ? "unknown" : codec,
    ...parseOrientation(stream),
    isDefault: disposition["default"] === 1,
    isForced: disposition["forced"] === 1,
    isAttachedPicture: disposition["attached_pic"] === 1,
    ...present("startSeconds", asNumber(stream["start_time"])),
    ...present("durationSeconds", asPositive(stream["duration"]) ?? taggedDuration(stream, tags)),
    ...present("bitRate", asPositive(stream["bit_rate"]) ?? asPositive(tags["BPS"])),
    ...present("profile", text(stream["profile"], 50)),
    ...present("language", language(tags["language"])),
    ...present("title", text(tags["title"], 300)),
    ...(kind === "video" ? picture(stream) : {}),
    ...(kind === "audio" ? sound(stream) : {})
  }
}

const picture = (stream: JsonRecord) => {
  const codedWidth = asPositive(stream["coded_width"])
  const codedHeight = asPositive(stream["coded_height"])
  return {
    ...present("level", asPositive(stream["level"])),
    ...present("pixelFormat", text(stream["pix_fmt"], 30)),
    ...present("width", asPositive(stream["width"])),
    ...present("height", asPositive(stream["height"])),
    ...(codedWidth === undefined || codedHeight === undefined
      ? {}
      : { codedSize: { width: codedWidth, height: codedHeight } }),
    ...present("sampleAspectRatio", ratio(stream["sample_aspect_ratio"], ":")),
    ...present("displayAspectRatio", ratio(stream["display_aspect_ratio"], ":")),
    ...present("frameRate", ratio(stream["r_frame_rate"], "/")),
    ...present("averageFrameRate", ratio(stream["avg_frame_rate"], "/")),
    ...present("bitsPerRawSample", asPositive(stream["bits_per_raw_sample"])),
    ...present("fieldOrder", text(stream["field_order"], 20)),
    ...present("colorTransfer", text(stream["color_transfer"], 30)),
    ...present("colorPrimaries", text(stream["color_primaries"], 30)),
    ...present("colorSpace", text(stream["color_space"], 30))
  }
}

const sound = (stream: JsonRecord) => ({
  ...present("channels", asPositive(stream["channels"])),
  ...present("channelLayout", text(stream["channel_layout"], 50)),
  ...present("sampleRate", asPositive(stream["sample_rate"]))
})

/** Leaves the key out rather than set it to `undefined`. */
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

/** `num:den` or `num/den`; `0/0` and the like are nothing. */
const ratio = (value: unknown, separator: ":" | "/"): Rational | undefined => {
  if (typeof value !== "string") return undefined
  const [num, den] = value.split(separator).map(Number)
  return num !== undefined && den !== undefined && num > 0 && den > 0 ? { num, den } : undefined
}

/**
 * Matroska has no length per stream, but its writers leave a tag `DURATION` or `DURATION-eng`:
 * `00:01:02.500000000`. mkvmerge (known by its statistics tags) means the length, ffmpeg means the end.
 */
const taggedDuration = (stream: JsonRecord, tags: JsonRecord): number | undefined => {
  const key = Object.keys(tags).find((name) => /^duration(-[a-z]+)?$/i.test(name))
  const match = /^(\d{1,4}):(\d\d):(\d\d(?:\.\d+)?)$/.exec(key === undefined ? "" : cleanText(tags[key], 50))
  if (match === null) return undefined
  const seconds = Number(match[1]) * 3_600 + Number(match[2]) * 60 + Number(match[3])
  const isLength = Object.keys(tags).some((name) => name.startsWith("_STATISTICS"))
  return asPositive(isLength ? seconds : seconds - Math.max(0, asNumber(stream["start_time"]) ?? 0))
}
