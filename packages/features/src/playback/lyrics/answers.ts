import { type Answering, answering } from "@media/children/guarded/AnswerTasks"
import * as Effect from "effect/Effect"
import { decodeText } from "../subtitles/text/DecodeText.ts"
import { lrcTask, noLines, syltTask } from "./guarded.ts"
import { readLrc } from "./lrc.ts"
import { syltIn } from "./sylt.ts"

/** Parses lyrics in the reader process for `lrcOf` and `syltOf`. */
export const lyricsAnswers: ReadonlyArray<Answering> = [
  answering(lrcTask, (_, bytes) =>
    Effect.sync(() => ({ value: readLrc(decodeText(bytes, null).text), parts: [] }))
  ),
  answering(syltTask, (_, bytes) => Effect.sync(() => ({ value: syltIn(bytes) ?? noLines, parts: [] })))
]
