import { answering } from "@media/children/guarded/AnswerTasks"
import * as Effect from "effect/Effect"
import { indexTask } from "./indexTask.ts"
import { readIndex } from "./PackageIndex.ts"

/** The part of `fetchIndex` that runs in the reader process. Only that process contains the YAML parser. */
export const indexAnswers = [
  answering(indexTask, (_, bytes) =>
    Effect.map(readIndex(bytes.toString()), ({ packages, skipped }) => ({
      value: { skipped },
      parts: [Buffer.from(JSON.stringify(packages))]
    }))
  )
]
