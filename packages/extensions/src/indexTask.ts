import { task } from "@media/children/guarded/Task"
import * as Schema from "effect/Schema"
import { MOST_INDEX_BYTES } from "./limits.ts"
import { IndexedPackage } from "./IndexedPackage.ts"
import { PackageRefused } from "./PackageRefused.ts"

/** The packages are returned in the bytes of the answer, because its head is limited to 2 MiB. */
export const PackageList = Schema.parseJson(Schema.Array(IndexedPackage))

/** The input bytes are the index. */
export const indexTask = task({
  name: "extensions.index",
  question: Schema.Struct({}),
  answer: Schema.Struct({ skipped: Schema.Int }),
  refusal: PackageRefused,
  seconds: 20,
  mostBytes: 4 * MOST_INDEX_BYTES,
  isLong: true
})
