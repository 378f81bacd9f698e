import * as Context from "effect/Context"

/**
 * Maximum number of items and entities that a request undoes; a job undoes more. 5,000 took 6 s on 2 shared cores
 * (2026-11-26). Files are moved one by one, so a few of them take as long.
 */
export class UndoBound extends Context.Reference<UndoBound>()("undo/UndoBound", {
  defaultValue: () => ({ most: 10_000, mostFiles: 20 })
}) {}
