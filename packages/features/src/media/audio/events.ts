import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

const Text = Schema.NullOr(Schema.String)
const Count = Schema.NullOr(Schema.Int)
const Level = Schema.NullOr(Schema.Number)

/** The probe's result for the file of this size and time: its format and its tags. */
export const AudioProbed = event("audio.probed.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number,
  /** Seconds. */
  duration: Schema.Number,
  oshash: Text,
  /** From the tags; null if they have none, or a person set one. Otherwise it becomes the item's title. */
  title: Text,
  /** The same: a day such as 2024-05-31, or a year. */
  date: Text,
  artist: Text,
  album: Text,
  albumArtist: Text,
  discNumber: Count,
  trackNumber: Count,
  year: Count,
  genre: Text,
  container: Schema.String,
  codec: Schema.String,
  /** Bits per second. */
  bitRate: Level,
  /** Hz. */
  sampleRate: Count,
  channels: Count,
  /** ReplayGain: dB, and peaks as shares of full scale. */
  trackGain: Level,
  trackPeak: Level,
  albumGain: Level,
  albumPeak: Level,
  hasLyrics: Schema.Boolean,
  /** The tags say that its album is of several artists. */
  isCompilation: Schema.Boolean,
  /** The picture within the file, by its number among the streams. */
  coverStream: Count,
  /** Seconds. */
  chapters: Schema.Array(Schema.Struct({ title: Schema.String, start: Schema.Number, end: Schema.Number }))
})

/**
 * The waveform of a track was made from the file of this size and time. A file without decodable sound is
 * `item.probe-failed.v1`.
 */
export const AudioDecoded = event("audio.decoded.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number,
  /** Seconds of sound. A truncated file claims more. */
  seconds: Schema.Number
})

export const AudioEvent = Schema.Union(AudioProbed, AudioDecoded)
export type AudioEvent = typeof AudioEvent.Type
export const audioEvents = [AudioProbed, AudioDecoded] as const
