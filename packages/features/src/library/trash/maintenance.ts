import * as SqlClient from "@effect/sql/SqlClient"
import { enqueue } from "@media/jobs/Enqueue"
import { repeated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { KEPT_DAYS } from "../../catalog/items/ids.ts"
import { trashWork } from "./policy.ts"

/**
 * Queues the trash job if an item in the trash has expired, or if the files of an item still have to be moved or
 * deleted, for example because the job was canceled.
 */
export const askForTrashWork = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const due = yield* sql`
    select 1 from trashed_items
    where state in ('moving', 'restoring', 'emptying') or removed_at < now() - make_interval(days => ${KEPT_DAYS}) limit 1`
  if (due.length > 0) yield* enqueue([trashWork("schedule")])
})

/** The worker's repeated task for the trash. */
export const trashMaintenance = repeated("Looking for expired items in the trash", "1 hour", askForTrashWork)
