import type { Event } from "@media/event-store/Event"
import { EventStore, inBatches, type StreamAppend } from "@media/event-store/EventStore"
import { versionsOf } from "@media/event-store/StreamVersions"
import type { partsDone } from "@media/jobs/GroupProgress"
import * as Effect from "effect/Effect"
import type { ItemEvent } from "../items/events.ts"

/** The number of streams that one transaction changes. */
const atOnce = 500

interface Change {
  readonly id: string
  readonly events: ReadonlyArray<Event>
}

/** Appends changes in batches, in their order. The caller retries everything after a `VersionConflict`, from the new state. */
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

/** The items among these whose title a user edited. They keep it, regardless of their files. */
export const titledByHand = Effect.fn("groups.titledByHand")(function* (ids: ReadonlyArray<string>) {
  const store = yield* EventStore
  const edited = new Set<string>()
  for (const id of ids)
    for (const { event } of yield* store.read(id)) {
      const known = event as ItemEvent
      if (known._tag === "item.edited.v1" && known.changes.some(({ field }) => field === "title"))
        edited.add(id)
    }
  return edited as ReadonlySet<string>
})
