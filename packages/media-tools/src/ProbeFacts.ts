import * as Schema from "effect/Schema"

const optional = <S extends Schema.Schema.All>(schema: S) => Schema.optionalWith(schema, { exact: true })

export const Rational = Schema.Struct({ num: Schema.Number, den: Schema.Number })
export type Rational = typeof Rational.Type

export const StreamKind = Schema.Literal("video", "audio", "subtitle", "data", "attachment")
export type StreamKind = typeof StreamKind.Type

/** One elementary stream. Times in seconds on the container's clock, rates in bit/s, angles clockwise. */
export const StreamFacts = Schema.Struct({
  index: Schema.Number,
  kind: StreamKind,
  codec: Schema.String,
  profile: optional(Schema.String),
  level: optional(Schema.Number),
  pixelFormat: optional(Schema.String),
  width: optional(Schema.Number),
  height: optional(Schema.Number),
  codedSize: optional(Schema.Struct({ width: Schema.Number, height: Schema.Number })),
  sampleAspectRatio: optional(Rational),
  displayAspectRatio: optional(Rational),
  /** How far the picture must be turned clockwise to stand upright. */
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
 * What ffprobe says of one file, cleaned: no NUL, no control characters, no lone surrogates, capped lengths, so
 * that it can be stored as jsonb as it is.
 */
export const ProbeFacts = Schema.Struct({
  /** Short name: `mp4`, `mkv`, `webm`, `avi`, `ts`, `mpeg`, `mov`, ... */
  container: Schema.String,
  /** ffmpeg's demuxer names. */
  formatNames: Schema.Array(Schema.String),
  /** 0 when it cannot be told. */
  durationSeconds: Schema.Number,
  startSeconds: Schema.Number,
  /** 0 when it cannot be told. */
  bitRate: Schema.Number,
  sizeBytes: Schema.Number,
  streams: Schema.Array(StreamFacts),
  chapters: Schema.Array(ChapterFacts),
  tags: Schema.Record({ key: Schema.String, value: Schema.String })
})
export type ProbeFacts = typeof ProbeFacts.Type

/** The stream a player shows: the default one, or the first, that is not a cover picture. */
export const mainVideo = (facts: ProbeFacts): StreamFacts | undefined => preferred(facts, "video")

/** The stream a player plays: the default one, or the first. */
export const mainAudio = (facts: ProbeFacts): StreamFacts | undefined => preferred(facts, "audio")

const preferred = (facts: ProbeFacts, kind: StreamKind): StreamFacts | undefined => {
  const usable = facts.streams.filter(
    (stream) => stream.kind === kind && !stream.isAttachedPicture && stream.codec !== "unknown"
  )
  return usable.find((stream) => stream.isDefault) ?? usable[0]
}
