import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { MediaPath } from "./MediaPath.ts"
import type { MediaProcessError } from "./MediaToolErrors.ts"
import type { ProbeFacts } from "./ProbeFacts.ts"

export const UnreadableCode = Schema.Literal(
  "not-found",
  "no-permission",
  "not-a-file",
  "io-error",
  "empty",
  "not-media",
  "incomplete",
  "playlist",
  "image",
  "subtitles",
  "text",
  "no-streams",
  "no-video",
  "no-audio",
  "no-frames",
  "too-large",
  "too-complex",
  "too-slow",
  "encrypted",
  "unknown-codec",
  "broken"
)
export type UnreadableCode = typeof UnreadableCode.Type

/** The file cannot be used. `reason` is a message for users, and `code` is for programs. */
export class Unreadable extends Schema.TaggedError<Unreadable>()("Unreadable", {
  code: UnreadableCode,
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** Either the file is unreadable, or the tool failed: it is missing, was killed, hung or wrote no output. */
export type ProbeError = Unreadable | MediaProcessError

export interface PreparedProbe {
  /** The hash that `hashes/Oshash.ts` describes. Undefined for files of 8 bytes or fewer. */
  readonly oshash: string | undefined
  /**
   * Runs ffprobe, which takes nearly all of the time. Returns a second effect, which interprets the output. A caller
   * with many files can therefore start ffprobe for the next file before it interprets the output for this file.
   */
  readonly run: Effect.Effect<Effect.Effect<ProbeFacts, ProbeError>>
}

export interface FfprobeShape {
  /**
   * Probes a file of any kind. The time limit is 60 s, or 15 minutes if the packets must be read to determine the
   * length.
   */
  readonly probe: (path: MediaPath) => Effect.Effect<ProbeFacts, ProbeError>
  /** Like `probe`, but rejects (`no-video`, `image`) files that cannot be played as a video. */
  readonly probeVideo: (path: MediaPath) => Effect.Effect<ProbeFacts, ProbeError>
  /**
   * The first half of `probeVideo`, which examines the file without ffprobe. This already rejects most files that are
   * not videos.
   */
  readonly prepareVideo: (path: MediaPath) => Effect.Effect<PreparedProbe, Unreadable>
  /**
   * Like `prepareVideo`, but for a music file. `run` fails for files without audio (`no-audio`) and for audio without
   * an allowed decoder (`unknown-codec`).
   */
  readonly prepareAudio: (path: MediaPath) => Effect.Effect<PreparedProbe, Unreadable>
}

/** Reads the contents of a media file. Live layer: `probe/LiveFfprobe.ts`. */
export class Ffprobe extends Context.Tag("@media/media-tools/Ffprobe")<Ffprobe, FfprobeShape>() {}
