import { GuardedReader } from "@media/children/guarded/GuardedReader"
import { Egress } from "@media/egress/Egress"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { indexTask, PackageList } from "./indexTask.ts"
import { MOST_INDEX_BYTES } from "./limits.ts"
import type { PackageIndex } from "./PackageIndex.ts"
import { PackageRefused } from "./PackageRefused.ts"

const MILLIS = 30_000

export interface FetchedIndex extends PackageIndex {
  /** The URL after redirects. Package paths are relative to this URL. */
  readonly url: string
}

/** Fetches an index and parses it in the reader process. */
export const fetchIndex = Effect.fn("extensions.fetchIndex")(function* (url: string) {
  const egress = yield* Egress
  const { ask } = yield* GuardedReader
  const answer = yield* egress
    .fetch({
      url,
      types: ["text/", "application/"],
      maxBytes: MOST_INDEX_BYTES,
      millis: MILLIS,
      redirects: 5
    })
    .pipe(Effect.mapError(({ message }) => new PackageRefused({ code: "fetch", reason: message })))
  const read = yield* ask(indexTask, {}, answer.bytes).pipe(
    Effect.mapError((error) =>
      error._tag === "PackageRefused"
        ? error
        : new PackageRefused({
            code: "index",
            reason:
              error._tag === "ReaderGaveUp"
                ? "Reading this index takes too much time or memory."
                : "The server is busy. Try again in a moment."
          })
    )
  )
  const packages = yield* Effect.mapError(
    Schema.decodeUnknown(PackageList)(read.parts[0]?.toString() ?? ""),
    () => new PackageRefused({ code: "index", reason: "Reading this index takes too much time or memory." })
  )
  return { url: answer.url, packages, skipped: read.value.skipped } satisfies FetchedIndex
})
