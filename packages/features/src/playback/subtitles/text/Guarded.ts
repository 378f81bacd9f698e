import { type Answering, answering } from "@media/children/guarded/AnswerTasks"
import { GuardedReader } from "@media/children/guarded/GuardedReader"
import { task } from "@media/children/guarded/Task"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { batchesOf } from "./Batches.ts"
import { type ReadResult, readSubtitles } from "./ReadSubtitles.ts"

const Format = Schema.Literal("srt", "vtt", "ass", "ssa")

/** `reason` is a sentence for people. */
export class SubtitlesUnreadable extends Schema.TaggedError<SubtitlesUnreadable>()("SubtitlesUnreadable", {
  reason: Schema.String
}) {}

const subtitlesTask = task({
  name: "subtitles.read",
  question: Schema.Struct({ named: Format, language: Schema.NullOr(Schema.String) }),
  answer: Schema.Struct({ format: Format, cues: Schema.Number }),
  refusal: SubtitlesUnreadable,
  seconds: 20,
  // 20 MiB of text, and as much again for each stored form.
  mostBytes: 160 * 1024 ** 2,
  isLong: true
})

/** The guarded program's part of `readGuarded`. */
export const subtitleAnswers: ReadonlyArray<Answering> = [
  answering(subtitlesTask, ({ language, named }, bytes) =>
    Effect.suspend(() => {
      const result: ReadResult = readSubtitles(bytes, named, language)
      return result._tag === "Unreadable"
        ? Effect.fail(new SubtitlesUnreadable({ reason: result.reason }))
        : Effect.succeed({
            value: { format: result.format, cues: result.cues.length },
            parts: batchesOf(result.cues)
          })
    })
  )
]

/** Parses subtitles in the guarded program. The batches go to `keepCues` unparsed. */
export const readGuarded = (bytes: Buffer, named: typeof Format.Type, language: string | null) =>
  Effect.flatMap(GuardedReader, ({ ask }) => ask(subtitlesTask, { named, language }, bytes)).pipe(
    Effect.map(({ parts, value }) => ({ ...value, batches: parts })),
    Effect.catchTag("ReaderGaveUp", ({ reason }) => new SubtitlesUnreadable({ reason }))
  )
