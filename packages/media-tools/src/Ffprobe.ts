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

/** The file cannot be used; `reason` is a sentence for people, `code` is for programs. */
export class Unreadable extends Schema.TaggedError<Unreadable>()("Unreadable", {
  code: UnreadableCode,
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** Either the file or the tool may be at fault: missing, killed, hanging, silent. */
export type ProbeError = Unreadable | MediaProcessError

export interface PreparedProbe {
  /** See `hashes/Oshash.ts`; none for 8 bytes and fewer. */
  readonly oshash: string | undefined
  /**
   * Only the run of the tool, which takes nearly all of the time. Its result is a second effect that interprets the
   * output, so that a caller with many files can start the next run first.
   */
  readonly run: Effect.Effect<Effect.Effect<ProbeFacts, ProbeError>>
}

export interface FfprobeShape {
  /** Probes a file of any kind. Limit 60 s; 15 minutes if only its packets reveal its length. */
  readonly probe: (path: MediaPath) => Effect.Effect<ProbeFacts, ProbeError>
  /** Like `probe`, but rejects (`no-video`, `image`) files that cannot be played as a video. */
  readonly probeVideo: (path: MediaPath) => Effect.Effect<ProbeFacts, ProbeError>
  /**
   * The first of three parts of `probeVideo`: examines the file itself, which rejects most files that are not videos.
   * The result is the rest.
   */
  readonly prepareVideo: (path: MediaPath) => Effect.Effect<PreparedProbe, Unreadable>
  /**
   * Like `prepareVideo`, for a track: rejects files without audio (`no-audio`) and audio without an allowed decoder
   * (`unknown-codec`).
   */
  readonly prepareAudio: (path: MediaPath) => Effect.Effect<PreparedProbe, Unreadable>
}

/** Reads the contents of a media file. Live layer: `probe/LiveFfprobe.ts`. */
export class Ffprobe extends Context.Tag("@media/media-tools/Ffprobe")<Ffprobe, FfprobeShape>() {}
