import * as Schema from "effect/Schema"
import { mayDecode } from "./InputArguments.ts"

const optional = <S extends Schema.Schema.All>(schema: S) => Schema.optionalWith(schema, { exact: true })

export const Rational = Schema.Struct({ num: Schema.Number, den: Schema.Number })
export type Rational = typeof Rational.Type

export const StreamKind = Schema.Literal("video", "audio", "subtitle", "data", "attachment")
export type StreamKind = typeof StreamKind.Type

/** One elementary stream. Times are in seconds on the container's clock, rates in bit/s, and angles clockwise. */
export const StreamFacts = Schema.Struct({
  index: Schema.Number,
  kind: StreamKind,
  /** ffprobe's name of the codec. `unknown` if ffprobe does not know the codec. */
  codec: Schema.String,
  /** The container's name for an unknown codec: `vvc1`, `V_XYZ`. */
  codecTag: optional(Schema.String),
  /** True if the packets need a key (DRM). Absent if they need no key or were not checked. */
  isEncrypted: optional(Schema.Boolean),
  profile: optional(Schema.String),
  level: optional(Schema.Number),
  pixelFormat: optional(Schema.String),
  width: optional(Schema.Number),
  height: optional(Schema.Number),
  codedSize: optional(Schema.Struct({ width: Schema.Number, height: Schema.Number })),
  sampleAspectRatio: optional(Rational),
  displayAspectRatio: optional(Rational),
  /** Clockwise rotation in degrees that makes a frame upright. */
  rotation: Schema.Literal(0, 90, 180, 270),
  hasDisplayMatrix: Schema.Boolean,
  isReflected: Schema.Boolean,
  /** The lowest frame rate that can represent every time stamp exactly (`r_frame_rate`). */
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
 * ffprobe's report about one file, sanitized so that it can be stored as jsonb: without NUL, control characters or lone
 * surrogates, and with limited lengths.
 */
export const ProbeFacts = Schema.Struct({
  /** Short name of the container: `mp4`, `mkv`, `webm`, `avi`, `ts`, `mpeg`, `mov`, ... */
  container: Schema.String,
  /** ffmpeg's demuxer names. */
  formatNames: Schema.Array(Schema.String),
  /** Length in seconds, 0 if unknown. At most `MAX_SECONDS` of `probe/Bounds.ts`. */
  durationSeconds: Schema.Number,
  /** The source of the length: the file's header, or its packets if the header has no plausible length. */
  durationSource: optional(Schema.Literal("header", "measured")),
  startSeconds: Schema.Number,
  /** Total bit rate in bit/s, 0 if unknown. */
  bitRate: Schema.Number,
  sizeBytes: Schema.Number,
  streams: Schema.Array(StreamFacts),
  chapters: Schema.Array(ChapterFacts),
  tags: Schema.Record({ key: Schema.String, value: Schema.String })
})
export type ProbeFacts = typeof ProbeFacts.Type

/**
 * Returns the video stream that a player shows: the default one, or the first one that can be decoded and is not a
 * cover image.
 */
export const mainVideo = (facts: ProbeFacts): StreamFacts | undefined =>
  preferred(facts, "video", isDecodable)

/** Returns the audio stream that a player plays: the default one, or the first one that can be decoded. */
export const mainAudio = (facts: ProbeFacts): StreamFacts | undefined =>
  preferred(facts, "audio", (stream) => isDecodable(stream) && hasAudioFormat(stream))

/**
 * Returns a message for users that explains why a file with audio tracks has no `mainAudio`. Undefined if it has one.
 */
export const audioProblem = (facts: ProbeFacts): string | undefined => {
  if (mainAudio(facts) !== undefined) return undefined
  const track = preferred(facts, "audio", () => true)
  if (track === undefined) return undefined
  return codingProblem(track) ?? "The audio cannot be decoded: its format is not stated in the file"
}

/** Explains why a video or audio track cannot be decoded. `undefined` if the track can be decoded. */
export const codingProblem = (stream: StreamFacts): string | undefined => {
  const what = stream.kind === "video" ? "video" : "audio"
  if (stream.isEncrypted === true) {
    return `The ${what} is encrypted (DRM) and cannot be played`
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

/**
 * True if the track has packets. If the container announces an audio track that has no packets, ffprobe reports neither
 * a sample rate nor channels, and mapping the track makes ffmpeg fail.
 */
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
 * True for elementary streams without a container. Their frames have no time stamps. ffmpeg can only guess the length
 * from the bit rate, and a seek goes back to the beginning.
 */
export const hasNoClock = (facts: ProbeFacts): boolean =>
  facts.formatNames.some((name) => RAW_FORMATS.has(name))

/**
 * Returns the video stream that a player would show if the stream could be decoded. Messages about a rejected file
 * refer to this stream.
 */
export const intendedVideo = (facts: ProbeFacts): StreamFacts | undefined =>
  mainVideo(facts) ?? preferred(facts, "video", () => true)
