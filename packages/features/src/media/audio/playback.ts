import { soundForms } from "@media/media-tools/audio/ConvertedSound"
import * as Schema from "effect/Schema"
import { bytesUrl } from "../../MediaKind.ts"
import { trackKind } from "./kind.ts"

/** The ways in which a player can get the sound of a track. */
export const AudioPlayback = Schema.Struct({
  /** The unchanged file. */
  directUrl: Schema.String,
  /** Its type with the codec, for `canPlayType`; null if unknown, or if browsers have no name for it. */
  directType: Schema.NullOr(Schema.String),
  /** True if current browsers play the unchanged file. */
  directPlayable: Schema.Boolean,
  /** The same sound in a format that browsers play, with seeking as in a file; null until the file was examined. */
  convertedUrl: Schema.NullOr(Schema.String),
  convertedType: Schema.NullOr(Schema.String)
}).annotations({ identifier: "AudioPlayback" })
export type AudioPlayback = typeof AudioPlayback.Type

/** Codec names that browsers use within MP4. */
const inMp4: Readonly<Record<string, string>> = {
  aac: "mp4a.40.2",
  mp3: "mp3",
  flac: "flac",
  opus: "opus",
  alac: "alac",
  ac3: "ac-3",
  eac3: "ec-3"
}

/** MIME types by container and codec, and whether Chromium, Firefox and Safari of the last two years all play them. */
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
      // Safari supports Ogg since 2025.
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

/** The playback sources of a track, depending on its format. */
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
