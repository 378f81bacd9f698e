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
  /** ffprobe's name; `unknown` when it has none. */
  codec: Schema.String,
  /** What the container calls a codec of no known name: `vvc1`, `V_XYZ`. */
  codecTag: optional(Schema.String),
  /** Its packets need a key (DRM); absent when clear, or when it was not checked. */
  isEncrypted: optional(Schema.Boolean),
  profile: optional(Schema.String),
  level: optional(Schema.Number),
  pixelFormat: optional(Schema.String),
  width: optional(Schema.Number),
  height: optional(Schema.Number),
  codedSize: optional(Schema.Struct({ width: Schema.Number, height: Schema.Number })),
  sampleAspectRatio: optional(Rational),
  displayAspectRatio: optional(Rational),
  /** Degrees clockwise by which a frame is rotated to stand upright. */
  rotation: Schema.Literal(0, 90, 180, 270),
  hasDisplayMatrix: Schema.Boolean,
  isReflected: Schema.Boolean,
  /** The lowest rate that can show every time stamp exactly (`r_frame_rate`). */
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
 * What ffprobe reports about one file, cleaned: no NUL, no control characters, no lone surrogates, capped lengths, so
 * that it can be stored as jsonb as it is.
 */
export const ProbeFacts = Schema.Struct({
  /** Short name: `mp4`, `mkv`, `webm`, `avi`, `ts`, `mpeg`, `mov`, ... */
  container: Schema.String,
  /** ffmpeg's demuxer names. */
  formatNames: Schema.Array(Schema.String),
  /** 0 when unknown. At most `MAX_SECONDS` of `probe/Bounds.ts`. */
  durationSeconds: Schema.Number,
  /** Where the length comes from: the file's header, or its packets, read because the header gives none or none that is plausible. */
  durationSource: optional(Schema.Literal("header", "measured")),
  startSeconds: Schema.Number,
  /** 0 when unknown. */
  bitRate: Schema.Number,
  sizeBytes: Schema.Number,
  streams: Schema.Array(StreamFacts),
  chapters: Schema.Array(ChapterFacts),
  tags: Schema.Record({ key: Schema.String, value: Schema.String })
})
export type ProbeFacts = typeof ProbeFacts.Type

/** The stream a player shows: the default one, or the first, that can be decoded and is not a cover image. */
export const mainVideo = (facts: ProbeFacts): StreamFacts | undefined =>
  preferred(facts, "video", isDecodable)

/** The stream a player plays: the default one, or the first, that can be decoded. */
export const mainAudio = (facts: ProbeFacts): StreamFacts | undefined =>
  preferred(facts, "audio", (stream) => isDecodable(stream) && hasAudioFormat(stream))

/** Why a file with audio tracks has no `mainAudio`: a sentence for people. `undefined` when nothing is wrong. */
export const audioProblem = (facts: ProbeFacts): string | undefined => {
  if (mainAudio(facts) !== undefined) return undefined
  const track = preferred(facts, "audio", () => true)
  if (track === undefined) return undefined
  return codingProblem(track) ?? "The audio cannot be decoded: its track does not state its format"
}

/** Why a video or audio track cannot be decoded; `undefined` when nothing speaks against it. */
export const codingProblem = (stream: StreamFacts): string | undefined => {
  const what = stream.kind === "video" ? "video" : "audio"
  if (stream.isEncrypted === true) {
    return `The ${what} is encrypted (DRM); it cannot be played`
  }
  if (stream.codec === "unknown") {
    return stream.codecTag === undefined
      ? `The coding of the ${what} is not known to this ffmpeg`
      : `The ${what} is coded as ${stream.codecTag}, which this ffmpeg does not know`
  }
  return mayDecode(stream.codec)
    ? undefined
    : `The ${what} is coded as ${stream.codec}, which is not supported`
}

const isDecodable = (stream: StreamFacts): boolean => codingProblem(stream) === undefined

/** A track that no packet ever came for (an announced audio PID) has neither; mapping it ends ffmpeg. */
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
 * A stream without a container: frames carry no time, so ffmpeg at best guesses a length from a bit rate, and a jump
 * into the middle leads to the beginning.
 */
export const hasNoClock = (facts: ProbeFacts): boolean =>
  facts.formatNames.some((name) => RAW_FORMATS.has(name))

/** The video stream a player would show if it could be decoded: what the refusal of a file is about. */
export const intendedVideo = (facts: ProbeFacts): StreamFacts | undefined =>
  mainVideo(facts) ?? preferred(facts, "video", () => true)
