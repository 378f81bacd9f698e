import { answering } from "@media/children/guarded/AnswerTasks"
import * as Effect from "effect/Effect"
import { indexTask } from "./indexTask.ts"
import { readIndex } from "./PackageIndex.ts"

/** Parses indexes in the reader process, on behalf of `fetchIndex`. Only that process loads the YAML parser. */
export const indexAnswers = [
  answering(indexTask, (_, bytes) =>
    Effect.map(readIndex(bytes.toString()), ({ packages, skipped }) => ({
      value: { skipped },
      parts: [Buffer.from(JSON.stringify(packages))]
    }))
  )
]
