import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore, inBatches } from "@media/event-store/EventStore"
import { uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TRASH_LIBRARY } from "../../catalog/items/ids.ts"

const Id = Schema.Struct({ id: Schema.String })
const Count = Schema.Struct({ n: Schema.Number })

/** Maximum number of ids per query. The ids of one query take about 400 KB. */
const pageSize = 10_000
/**
 * Maximum number of items per event and transaction. The event takes about 20 KB, and the transaction delays edits of
 * these items by a few milliseconds at most.
 */
const batchSize = 500

/**
 * Returns a `from` and `where` clause for the orphans `v` of one library or of all libraries. There are two kinds of
 * orphans:
 * - items whose file is in no root
 * - items without a file, if their library no longer exists
 *
 * The condition depends only on the missing row of the root or library. Therefore, if the job for an orphan was lost or
 * interrupted, any later job finds the orphan.
 */
export const orphans = (sql: SqlClient.SqlClient, libraryId?: string) => sql`
  items v left join archive_entries e on e.item_id = v.id
    left join item_files f on f.item_id = coalesce(e.archive_id, v.id)
  where ${libraryId === undefined ? sql`true` : sql`v.library_id = ${libraryId}`} and (v.library_id <> ${TRASH_LIBRARY} or f.item_id is not null) and (e.item_id is not null and f.item_id is null
    or not coalesce(f.root_id, v.library_id) = any(array(
      select id from library_roots union all select id from libraries)))`

export const countOrphans = (libraryId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Count)(sql`select count(*)::int as n from ${orphans(sql, libraryId)}`)
    return rows[0]?.n ?? 0
  })

/**
 * Deletes a batch of orphans and returns their number. Locks the rows of files before the rows of items. A scan that
 * moves a file uses the same order, so this transaction and a scan cannot deadlock. If a scan has moved the file of an
 * item to an existing root in the meantime, the item is kept.
 */
const forgetBatch = (libraryId: string, ids: ReadonlyArray<string>) =>
  transaction(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* EventStore
      const asked = ids as Array<string>
      yield* sql`select item_id from item_files where item_id = any(${asked}::uuid[]) order by item_id for update`
      const rows = yield* rowsOf(Id)(sql`
        select v.id from ${orphans(sql, libraryId)} and v.id = any(${asked}::uuid[]) order by v.id for update of v`)
      const itemIds = rows.map(({ id }) => id)
      if (itemIds.length === 0) return 0
      const event = { _tag: "library.items-forgotten.v1", libraryId, itemIds } as const
      yield* store.append([{ streamId: uuidv7(), expectedVersion: 0, events: [event] }], { cause: "job" })
      return itemIds.length
    })
  )

/**
 * Deletes all orphans of a library. Returns the number of deleted items. `onProgress` receives the number of items
 * deleted so far.
 */
export const forgetOrphans = Effect.fn("libraries.forgetOrphans")(function* (
  libraryId: string,
  onProgress: (forgotten: number) => Effect.Effect<void> = () => Effect.void
) {
  const sql = yield* SqlClient.SqlClient
  let forgotten = 0
  let after = "00000000-0000-0000-0000-000000000000"
  for (;;) {
    const page = yield* rowsOf(Id)(sql`
      select v.id from ${orphans(sql, libraryId)} and v.id > ${after} order by v.id limit ${pageSize}`)
    for (const batch of inBatches(page, batchSize)) {
      forgotten += yield* forgetBatch(
        libraryId,
        batch.map(({ id }) => id)
      )
      yield* onProgress(forgotten)
    }
    const last = page.at(-1)
    if (last === undefined) return forgotten
    after = last.id
  }
})
