import * as Schema from "effect/Schema"
import { mayDecode } from "./InputArguments.ts"

const optional = <S extends Schema.Schema.All>(schema: S) => Schema.optionalWith(schema, { exact: true })

export const Rational = Schema.Struct({ num: Schema.Number, den: Schema.Number })
export type Rational = typeof Rational.Type

export const StreamKind = Schema.Literal("video", "audio", "subtitle", "data", "attachment")
export type StreamKind = typeof StreamKind.Type

/** One elementary stream. Times in seconds on the container's clock, rates in bit/s, angles clockwise. */
export const StreamFacts = Schema.Struct({
  index: Schema.Number,
  kind: StreamKind,
  /** ffprobe's name; `unknown` if it has none. */
  codec: Schema.String,
  /** The container's name for an unknown codec: `vvc1`, `V_XYZ`. */
  codecTag: optional(Schema.String),
  /** True if its packets need a key (DRM); absent if they do not, or if it was not checked. */
  isEncrypted: optional(Schema.Boolean),
  profile: optional(Schema.String),
  level: optional(Schema.Number),
  pixelFormat: optional(Schema.String),
  width: optional(Schema.Number),
  height: optional(Schema.Number),
  codedSize: optional(Schema.Struct({ width: Schema.Number, height: Schema.Number })),
  sampleAspectRatio: optional(Rational),
  displayAspectRatio: optional(Rational),
  /** Degrees clockwise to rotate a frame so that it is upright. */
  rotation: Schema.Literal(0, 90, 180, 270),
  hasDisplayMatrix: Schema.Boolean,
  isReflected: Schema.Boolean,
  /** The lowest rate that can represent every time stamp exactly (`r_frame_rate`). */
  frameRate: optional(Rational),
  averageFrameRate: optional(Rational),
  bitRate: optional(Schema.Number),
  bitsPerRawSample: optional(Schema.Number),
  fieldOrder: optional(Schema.String),
  colorTransfer: optional(Schema.String),
  colorPrimaries: optional(Schema.String),
  colorSpace: optional(Schema.String),
  channels: optional(Schema.Number),
  channelLayout: optional(Schema.String),
  sampleRate: optional(Schema.Number),
  language: optional(Schema.String),
  title: optional(Schema.String),
  isDefault: Schema.Boolean,
  isForced: Schema.Boolean,
  isAttachedPicture: Schema.Boolean,
  startSeconds: optional(Schema.Number),
  durationSeconds: optional(Schema.Number)
})
export type StreamFacts = typeof StreamFacts.Type

export const ChapterFacts = Schema.Struct({
  start: Schema.Number,
  end: Schema.Number,
  title: Schema.String
})
export type ChapterFacts = typeof ChapterFacts.Type

/**
 * ffprobe's report about one file, sanitized so that it can be stored as jsonb: no NUL, control characters or lone
 * surrogates, and limited lengths.
 */
export const ProbeFacts = Schema.Struct({
  /** Short name: `mp4`, `mkv`, `webm`, `avi`, `ts`, `mpeg`, `mov`, ... */
  container: Schema.String,
  /** ffmpeg's demuxer names. */
  formatNames: Schema.Array(Schema.String),
  /** 0 if unknown. At most `MAX_SECONDS` of `probe/Bounds.ts`. */
  durationSeconds: Schema.Number,
  /** The source of the length: the file's header, or its packets if the header has no plausible length. */
  durationSource: optional(Schema.Literal("header", "measured")),
  startSeconds: Schema.Number,
  /** 0 if unknown. */
  bitRate: Schema.Number,
  sizeBytes: Schema.Number,
  streams: Schema.Array(StreamFacts),
  chapters: Schema.Array(ChapterFacts),
  tags: Schema.Record({ key: Schema.String, value: Schema.String })
})
export type ProbeFacts = typeof ProbeFacts.Type

/** The video stream that a player shows: the default or first one that can be decoded and is not a cover image. */
export const mainVideo = (facts: ProbeFacts): StreamFacts | undefined =>
  preferred(facts, "video", isDecodable)

/** The audio stream that a player plays: the default or first one that can be decoded. */
export const mainAudio = (facts: ProbeFacts): StreamFacts | undefined =>
  preferred(facts, "audio", (stream) => isDecodable(stream) && hasAudioFormat(stream))

/** Explains to people why a file with audio tracks has no `mainAudio`; `undefined` if there is no problem. */
export const audioProblem = (facts: ProbeFacts): string | undefined => {
  if (mainAudio(facts) !== undefined) return undefined
  const track = preferred(facts, "audio", () => true)
  if (track === undefined) return undefined
  return codingProblem(track) ?? "The audio cannot be decoded: its track does not state its format"
}

/** Explains why a video or audio track cannot be decoded; `undefined` if it can. */
export const codingProblem = (stream: StreamFacts): string | undefined => {
  const what = stream.kind === "video" ? "video" : "audio"
  if (stream.isEncrypted === true) {
    return `The ${what} is encrypted (DRM); it cannot be played`
  }
  if (stream.codec === "unknown") {
    return stream.codecTag === undefined
      ? `This ffmpeg does not know the codec of the ${what}`
      : `The ${what} uses the codec ${stream.codecTag}, which this ffmpeg does not know`
  }
  return mayDecode(stream.codec)
    ? undefined
    : `The ${what} uses the codec ${stream.codec}, which is not supported`
}

const isDecodable = (stream: StreamFacts): boolean => codingProblem(stream) === undefined

/** A track without any packet (an announced audio PID) has neither; mapping it makes ffmpeg fail. */
const hasAudioFormat = (stream: StreamFacts): boolean =>
  stream.sampleRate !== undefined && stream.channels !== undefined

const preferred = (
  facts: ProbeFacts,
  kind: StreamKind,
  isUsable: (stream: StreamFacts) => boolean
): StreamFacts | undefined => {
  const usable = facts.streams.filter(
    (stream) => stream.kind === kind && !stream.isAttachedPicture && isUsable(stream)
  )
  return usable.find((stream) => stream.isDefault) ?? usable[0]
}

const RAW_FORMATS = new Set(["h264", "hevc", "m4v", "mpegvideo"])

/**
 * A stream without a container: frames have no time stamps, so ffmpeg at best guesses the length from a bit rate, and
 * seeking returns to the beginning.
 */
export const hasNoClock = (facts: ProbeFacts): boolean =>
  facts.formatNames.some((name) => RAW_FORMATS.has(name))

/** The video stream that a player would show if it could be decoded; rejections refer to it. */
export const intendedVideo = (facts: ProbeFacts): StreamFacts | undefined =>
  mainVideo(facts) ?? preferred(facts, "video", () => true)
