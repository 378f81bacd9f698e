import { task } from "@media/children/guarded/Task"
import * as Schema from "effect/Schema"
import { MOST_INDEX_BYTES } from "./limits.ts"
import { IndexedPackage } from "./IndexedPackage.ts"
import { PackageRefused } from "./PackageRefused.ts"

/** The packages in the bytes of a response. They are not in its head, because the head is limited to 2 MiB. */
export const PackageList = Schema.parseJson(Schema.Array(IndexedPackage))

/** Parses an index. The bytes of the request are the index. */
export const indexTask = task({
  name: "extensions.index",
  question: Schema.Struct({}),
  answer: Schema.Struct({ skipped: Schema.Int }),
  refusal: PackageRefused,
  seconds: 20,
  mostBytes: 4 * MOST_INDEX_BYTES,
  isLong: true
})
