import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TRASH_LIBRARY } from "../../catalog/items/ids.ts"
import { maintenanceJobs } from "../../generated/maintenanceJobs.ts"
import { cleanUpOf } from "./policy.ts"

const Row = Schema.Struct({ library_id: Schema.String, name: Schema.NullOr(Schema.String) })

/**
 * Returns a cleanup job for each library that still has items outside of all roots, for example because an earlier
 * cleanup job was canceled. Also returns the jobs of all other maintenance tasks that have a backfill.
 */
export const librariesToCleanUp = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select o.library_id, l.name from (
      select distinct v.library_id from items v left join item_files f on f.item_id = v.id
      where not coalesce(f.root_id, v.library_id) = any(array(
        select id from library_roots union all select id from libraries))
        and (v.library_id <> ${TRASH_LIBRARY} or f.item_id is not null)
    ) o left join libraries l on l.id = o.library_id`)
  return [
    ...rows.map(({ library_id, name }) => cleanUpOf(library_id, name ?? "a library", "manual")),
    ...(yield* Effect.forEach(maintenanceJobs, ({ backfill }) => backfill ?? Effect.succeed([]))).flat()
  ]
})
