import * as Context from "effect/Context"

/**
 * Maximum number of streams that a request undoes immediately. A job undoes larger changes. Undoing 5,000 streams took
 * 6 s on 2 shared cores (2026-11-26). `mostFiles`, the limit for changes that move files, is much lower, because files
 * are moved one by one.
 */
export class UndoBound extends Context.Reference<UndoBound>()("undo/UndoBound", {
  defaultValue: () => ({ most: 10_000, mostFiles: 20 })
}) {}
