import { GuardedReader } from "@media/children/guarded/GuardedReader"
import { task } from "@media/children/guarded/Task"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const Format = Schema.Literal("srt", "vtt", "ass", "ssa")

/** The subtitles cannot be read. `reason` is a message for users. */
export class SubtitlesUnreadable extends Schema.TaggedError<SubtitlesUnreadable>()("SubtitlesUnreadable", {
  reason: Schema.String
}) {}

export const subtitlesTask = task({
  name: "subtitles.read",
  question: Schema.Struct({ named: Format, language: Schema.NullOr(Schema.String) }),
  answer: Schema.Struct({ format: Format, cues: Schema.Number }),
  refusal: SubtitlesUnreadable,
  seconds: 20,
  // Enough for a file of 20 MiB, because the batches contain its text in several forms.
  mostBytes: 160 * 1024 ** 2,
  isLong: true
})

/** Parses subtitles in the reader process. This process passes the batches to `keepCues` without parsing them. */
export const readGuarded = (bytes: Buffer, named: typeof Format.Type, language: string | null) =>
  Effect.flatMap(GuardedReader, ({ ask }) => ask(subtitlesTask, { named, language }, bytes)).pipe(
    Effect.map(({ parts, value }) => ({ ...value, batches: parts })),
    Effect.catchTag("ReaderGaveUp", ({ reason }) => new SubtitlesUnreadable({ reason }))
  )
