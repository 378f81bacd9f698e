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

/** Beside the file, the tool may be at fault: missing, ended by a signal, hanging, silent. */
export type ProbeError = Unreadable | MediaProcessError

export interface PreparedProbe {
  /** See `hashes/Oshash.ts`; none for 8 bytes and fewer. */
  readonly oshash: string | undefined
  /**
   * The tool's run alone, which takes nearly all of the time. Its result is a second effect that interprets the
   * answer: a caller with many files starts the next run before it.
   */
  readonly run: Effect.Effect<Effect.Effect<ProbeFacts, ProbeError>>
}

export interface FfprobeShape {
  /** What the file is, whatever it holds. Limit 60 s; 15 minutes where only its packets tell how long it is. */
  readonly probe: (path: MediaPath) => Effect.Effect<ProbeFacts, ProbeError>
  /** The same, and refuses (`no-video`, `image`) what cannot be played as a video. */
  readonly probeVideo: (path: MediaPath) => Effect.Effect<ProbeFacts, ProbeError>
  /** `probeVideo` in three parts: the look at the file itself, which refuses most of what is no video; the rest. */
  readonly prepareVideo: (path: MediaPath) => Effect.Effect<PreparedProbe, Unreadable>
  /** The same for a track: refuses files without audio (`no-audio`) and audio that no allowed decoder reads (`unknown-codec`). */
  readonly prepareAudio: (path: MediaPath) => Effect.Effect<PreparedProbe, Unreadable>
}

/** Reads what a media file holds. Live layer: `probe/LiveFfprobe.ts`. */
export class Ffprobe extends Context.Tag("@media/media-tools/Ffprobe")<Ffprobe, FfprobeShape>() {}
