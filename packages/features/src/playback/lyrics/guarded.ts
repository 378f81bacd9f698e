import { type Answering, answering } from "@media/children/guarded/AnswerTasks"
import { GuardedReader } from "@media/children/guarded/GuardedReader"
import { task } from "@media/children/guarded/Task"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { decodeText } from "../subtitles/text/DecodeText.ts"
import { readLrc } from "./lrc.ts"

const lrcTask = task({
  name: "lyrics.lrc",
  question: Schema.Struct({}),
  answer: Schema.Struct({
    isTimed: Schema.Boolean,
    lines: Schema.Array(Schema.Struct({ start: Schema.NullOr(Schema.Number), text: Schema.String }))
  }),
  refusal: Schema.Never,
  seconds: 5,
  mostBytes: 0
})

/** What the guarded program does for `lrcOf`. */
export const lyricsAnswers: ReadonlyArray<Answering> = [
  answering(lrcTask, (_, bytes) =>
    Effect.sync(() => ({ value: readLrc(decodeText(bytes, null).text), parts: [] }))
  )
]

const noLines = { isTimed: false, lines: [] }

/** Words in the form of LRC, read in the guarded program; no lines where that takes too much. */
export const lrcOf = (bytes: Buffer) =>
  Effect.flatMap(GuardedReader, ({ ask }) => ask(lrcTask, {}, bytes)).pipe(
    Effect.map(({ value }) => value),
    Effect.catchTag("ReaderGaveUp", () => Effect.succeed(noLines))
  )
