import { task } from "@media/children/guarded/Task"
import * as Schema from "effect/Schema"
import { MOST_INDEX_BYTES } from "./limits.ts"
import { IndexedPackage } from "./IndexedPackage.ts"
import { PackageRefused } from "./PackageRefused.ts"

/**
 * Decodes the packages of an index, which are sent as bytes of the response. They are not in the response's head,
 * because it is limited to 2 MiB.
 */
export const PackageList = Schema.parseJson(Schema.Array(IndexedPackage))

/** Parses an index, which is sent as the bytes of the request. */
export const indexTask = task({
  name: "extensions.index",
  question: Schema.Struct({}),
  answer: Schema.Struct({ skipped: Schema.Int }),
  refusal: PackageRefused,
  seconds: 20,
  mostBytes: 4 * MOST_INDEX_BYTES,
  isLong: true
})
