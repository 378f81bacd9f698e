import { type Answering, answering } from "@media/children/guarded/AnswerTasks"
import * as Effect from "effect/Effect"
import { batchesOf } from "./Batches.ts"
import { subtitlesTask, SubtitlesUnreadable } from "./Guarded.ts"
import { type ReadResult, readSubtitles } from "./ReadSubtitles.ts"

/** Handles the requests of `readGuarded` in the reader process. */
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
