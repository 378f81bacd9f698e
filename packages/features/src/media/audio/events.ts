import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

const Text = Schema.NullOr(Schema.String)
const Count = Schema.NullOr(Schema.Int)
const Level = Schema.NullOr(Schema.Number)

interface TextTag {
  /** The names that ffmpeg uses for the tag. The first one in a file counts. */
  readonly names: ReadonlyArray<string>
}

/**
 * The texts that the tags of a track may have in addition to its names. An entry, with an indexed column of its name in `audio_facts`,
 * declares the tag for the reader of files, this event, the answer for a track and the filters.
 */
export const textTags = {
  genre: { names: ["genre"] }
} as const satisfies Readonly<Record<string, TextTag>>

type TextTagName = keyof typeof textTags

export const textTagNames = Object.keys(textTags) as ReadonlyArray<TextTagName>

/** A value for each of these tags. */
export const forTextTags = <A>(
  value: (name: TextTagName, tag: TextTag) => A
): Readonly<Record<TextTagName, A>> =>
  Object.fromEntries(textTagNames.map((name) => [name, value(name, textTags[name])])) as Record<
    TextTagName,
    A
  >

/** The probe's result for the file of this size and time: its format and its tags. */
export const AudioProbed = event("audio.probed.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number,
  /** Seconds. */
  duration: Schema.Number,
  oshash: Text,
  /** From the tags; null if they state none, or a person set one. Otherwise it becomes the item's title. */
  title: Text,
  /** A day such as 2024-05-31, or a year. Null and set like the title. */
  date: Text,
  artist: Text,
  album: Text,
  albumArtist: Text,
  discNumber: Count,
  trackNumber: Count,
  year: Count,
  // Optional, because older events do not contain tags that were added later.
  ...forTextTags(() => Schema.optionalWith(Text, { exact: true })),
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
  /** The tags state that its album has several artists. */
  isCompilation: Schema.Boolean,
  /** The stream number of the picture inside the file. */
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
  /** Seconds of decoded sound. A truncated file claims more. */
  seconds: Schema.Number
})

export const AudioEvent = Schema.Union(AudioProbed, AudioDecoded)
export type AudioEvent = typeof AudioEvent.Type
export const audioEvents = [AudioProbed, AudioDecoded] as const
