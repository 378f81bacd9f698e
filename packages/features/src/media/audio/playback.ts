import { soundForms } from "@media/media-tools/audio/ConvertedSound"
import * as Schema from "effect/Schema"
import { bytesUrl } from "../../MediaKind.ts"
import { trackKind } from "./kind.ts"

/** The URLs from which a player can get the audio of a track. */
export const AudioPlayback = Schema.Struct({
  /** The URL of the unchanged file. */
  directUrl: Schema.String,
  /** The MIME type with the codec, for `canPlayType`. Null if unknown, or if browsers have no name for the codec. */
  directType: Schema.NullOr(Schema.String),
  /** True if current browsers can play the unchanged file. */
  directPlayable: Schema.Boolean,
  /** The URL of the same audio in a format that browsers can play and seek. Null until the file was examined. */
  convertedUrl: Schema.NullOr(Schema.String),
  convertedType: Schema.NullOr(Schema.String)
}).annotations({ identifier: "AudioPlayback" })
export type AudioPlayback = typeof AudioPlayback.Type

/** The codec names that browsers use within MP4, keyed by ffprobe's codec name. */
const inMp4: Readonly<Record<string, string>> = {
  aac: "mp4a.40.2",
  mp3: "mp3",
  flac: "flac",
  opus: "opus",
  alac: "alac",
  ac3: "ac-3",
  eac3: "ec-3"
}

/**
 * Returns the MIME type for a container and codec. `isPlayed` is true if the Chromium, Firefox and Safari versions of
 * the last two years all play the type.
 */
const typeOf = (container: string, codec: string): readonly [type: string, isPlayed: boolean] | null => {
  switch (container) {
    case "mp4":
    case "mov": {
      const name = inMp4[codec]
      return name === undefined ? null : [`audio/mp4; codecs="${name}"`, codec === "aac" || codec === "flac"]
    }
    case "mp3":
      return ["audio/mpeg", codec === "mp3"]
    case "aac":
      return ["audio/aac", true]
    case "flac":
      return ["audio/flac", true]
    case "wav":
      return [`audio/wav; codecs="1"`, codec === "pcm_s16le" || codec === "pcm_u8"]
    case "ogg":
      // Safari has supported Ogg only since 2025.
      return [`audio/ogg; codecs="${codec}"`, false]
    case "webm":
      return [`audio/webm; codecs="${codec}"`, codec === "opus"]
    default:
      return null
  }
}

interface Coded {
  readonly id: string
  readonly container: string | null
  readonly codec: string | null
}

/** Returns the playback URLs of a track, depending on its format. */
export const playbackOf = ({ codec, container, id }: Coded): AudioPlayback => {
  const direct = codec === null || container === null ? null : typeOf(container, codec)
  return {
    directUrl: bytesUrl(trackKind, id),
    directType: direct?.[0] ?? null,
    directPlayable: direct?.[1] ?? false,
    convertedUrl: codec === null ? null : `${bytesUrl(trackKind, id)}?format=opus`,
    convertedType: codec === null ? null : soundForms.opus.contentType
  }
}
