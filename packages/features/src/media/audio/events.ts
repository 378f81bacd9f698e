import { event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"

const Text = Schema.NullOr(Schema.String)
const Count = Schema.NullOr(Schema.Int)
const Level = Schema.NullOr(Schema.Number)

interface TextTag {
  /** Names of the tag in ffmpeg. The value of the first name in the file is used. */
  readonly names: ReadonlyArray<string>
}

/**
 * Additional text tags of a track. An entry here adds the tag to the file reader, this event, the track response and
 * the filters. The tag also needs an indexed column of the same name in `audio_facts`.
 */
export const textTags = {
  genre: { names: ["genre"] }
} as const satisfies Readonly<Record<string, TextTag>>

type TextTagName = keyof typeof textTags

export const textTagNames = Object.keys(textTags) as ReadonlyArray<TextTagName>

/** Builds an object with a value for each additional text tag. */
export const forTextTags = <A>(
  value: (name: TextTagName, tag: TextTag) => A
): Readonly<Record<TextTagName, A>> =>
  Object.fromEntries(textTagNames.map((name) => [name, value(name, textTags[name])])) as Record<
    TextTagName,
    A
  >

/** A file with this size and modification time was probed. The event contains its format and tags. */
export const AudioProbed = event("audio.probed.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number,
  /** Duration in seconds. */
  duration: Schema.Number,
  oshash: Text,
  /**
   * The title in the tags, which becomes the item's title. Null if the tags contain no title, or if a user set a title.
   */
  title: Text,
  /** A day such as 2024-05-31, or a year. Null for the same reasons as the title. */
  date: Text,
  artist: Text,
  album: Text,
  albumArtist: Text,
  discNumber: Count,
  trackNumber: Count,
  year: Count,
  // Optional, because older events lack tags that were added to `textTags` later.
  ...forTextTags(() => Schema.optionalWith(Text, { exact: true })),
  container: Schema.String,
  codec: Schema.String,
  /** Bit rate in bits per second. */
  bitRate: Level,
  /** Sample rate in Hz. */
  sampleRate: Count,
  channels: Count,
  /** ReplayGain values in dB, and peaks as a share of full scale. */
  trackGain: Level,
  trackPeak: Level,
  albumGain: Level,
  albumPeak: Level,
  hasLyrics: Schema.Boolean,
  /** True if the tags mark the album as a compilation of several artists. */
  isCompilation: Schema.Boolean,
  /** The stream number of the cover inside the file. */
  coverStream: Count,
  /** Chapters, with times in seconds. */
  chapters: Schema.Array(Schema.Struct({ title: Schema.String, start: Schema.Number, end: Schema.Number }))
})

/**
 * The waveform was made from a file with this size and modification time. If a file has no decodable audio,
 * `item.probe-failed.v1` is recorded instead.
 */
export const AudioDecoded = event("audio.decoded.v1", {
  size: Schema.Number,
  mtimeMs: Schema.Number,
  /** The number of seconds that were decoded. A truncated file claims a longer duration. */
  seconds: Schema.Number
})

export const AudioEvent = Schema.Union(AudioProbed, AudioDecoded)
export type AudioEvent = typeof AudioEvent.Type
export const audioEvents = [AudioProbed, AudioDecoded] as const
