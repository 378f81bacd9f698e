import { answering } from "@media/children/guarded/AnswerTasks"
import { task } from "@media/children/guarded/Task"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { MOST_INDEX_BYTES } from "./limits.ts"
import { IndexedPackage, readIndex } from "./PackageIndex.ts"
import { PackageRefused } from "./PackageRefused.ts"

/** Packages are in the bytes of the answer, because a head has 2 MiB. */
export const PackageList = Schema.parseJson(Schema.Array(IndexedPackage))

/** The bytes are the index. */
export const indexTask = task({
  name: "extensions.index",
  question: Schema.Struct({}),
  answer: Schema.Struct({ skipped: Schema.Int }),
  refusal: PackageRefused,
  seconds: 20,
  mostBytes: 4 * MOST_INDEX_BYTES,
  isLong: true
})

export const indexAnswers = [
  answering(indexTask, (_, bytes) =>
    Effect.map(readIndex(bytes.toString()), ({ packages, skipped }) => ({
      value: { skipped },
      parts: [Buffer.from(JSON.stringify(packages))]
    }))
  )
]
