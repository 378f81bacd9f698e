import type { Event } from "@media/event-store/Event"
import { EventStore, inBatches, type StreamAppend } from "@media/event-store/EventStore"
import { versionsOf } from "@media/event-store/StreamVersions"
import type { partsDone } from "@media/jobs/GroupProgress"
import * as Effect from "effect/Effect"

/** Maximum number of streams that one transaction changes. A transaction with 500 streams takes about 50 ms. */
const atOnce = 500

interface Change {
  readonly id: string
  readonly events: ReadonlyArray<Event>
}

/**
 * Appends changes in batches, in order. After a `VersionConflict`, the caller computes the changes again from the new
 * state and retries.
 */
export const writeChanges = Effect.fn("groups.write")(function* (
  changes: ReadonlyArray<Change>,
  cause: string,
  report: ReturnType<typeof partsDone>
) {
  const store = yield* EventStore
  let written = 0
  for (const batch of inBatches(changes, atOnce)) {
    const versions = yield* versionsOf(batch.map(({ id }) => id))
    yield* store.append(
      batch.map(({ events, id }): StreamAppend => ({
        streamId: id,
        expectedVersion: versions.get(id) ?? 0,
        events
      })),
      { cause }
    )
    written += batch.length
    yield* report(written, changes.length)
  }
})
