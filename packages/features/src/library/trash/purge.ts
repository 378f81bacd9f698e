import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import type { EventMeta } from "@media/event-store/Event"
import { uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { trashDecider } from "./decider.ts"

const Entry = Schema.Struct({ id: Schema.String })

/** Returns the ids of the images in an archive, which are deleted together with the archive. */
const entriesOf = (archiveId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Entry)(
      sql`select item_id as id from archive_entries where archive_id = ${archiveId}`
    )
    return rows.map(({ id }) => id)
  })

interface PurgeOptions {
  readonly isExpired: boolean
  readonly meta: EventMeta
}

/**
 * Permanently deletes items in the trash. All data about them is deleted immediately, and a job deletes the files.
 * Returns the outcome for each item, which is a failure if the item was not in the trash.
 */
export const purgeItems = Effect.fn("trash.purge")(function* (
  ids: ReadonlyArray<string>,
  { isExpired, meta }: PurgeOptions
) {
  const store = yield* EventStore
  return yield* transaction(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // Lock the rows, so that this purge and a concurrent restore of the same items run one after the other.
      yield* sql`select from trashed_items where item_id = any(${ids as Array<string>}::uuid[]) order by item_id for update`
      const outcomes = yield* store.executeMany({
        decider: trashDecider,
        commands: ids.map((id) => ({ streamId: id, command: { _tag: "Purge", isExpired } as const })),
        meta
      })
      const purged = new Map<string, Array<string>>()
      for (const outcome of outcomes)
        for (const { event, streamId } of Either.isRight(outcome) ? outcome.right : [])
          if (event._tag === "item.purged.v1")
            purged.set(event.libraryId, [
              ...(purged.get(event.libraryId) ?? []),
              streamId,
              ...(yield* entriesOf(streamId))
            ])
      yield* store.append(
        [...purged].map(([libraryId, itemIds]) => ({
          streamId: uuidv7(),
          expectedVersion: 0,
          events: [{ _tag: "library.items-forgotten.v1" as const, libraryId, itemIds }]
        })),
        meta
      )
      return outcomes
    })
  )
})
