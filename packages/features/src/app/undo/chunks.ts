import { inBatches } from "@media/event-store/EventStore"
import type { SelectedStream } from "./selected.ts"

/** Number of streams per transaction. */
const perChunk = 500

/**
 * Groups streams into chunks. Each chunk is undone in one transaction. Consecutive streams with the same kind of target
 * share a chunk. Entities are undone one by one, because a parent must be restored before its children refer to it.
 */
export const chunksOf = (
  streams: ReadonlyArray<SelectedStream>
): ReadonlyArray<ReadonlyArray<SelectedStream>> => {
  const runs: Array<Array<SelectedStream>> = []
  for (const stream of streams) {
    const run = runs.at(-1)
    const isAlone = stream.target === "entity" || stream.command !== null
    if (run === undefined || isAlone || run[0]!.target !== stream.target || run[0]!.command !== null)
      runs.push([stream])
    else run.push(stream)
  }
  return runs.flatMap((run) => inBatches(run, perChunk))
}
