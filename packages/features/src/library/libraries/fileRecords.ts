import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const RootId = Schema.Struct({ root_id: Schema.String })
/** Maximum number of rows that one statement deletes. */
const batchSize = 10_000

/** Finds removed roots that still have scan records. The query takes one index lookup per root with records. */
const removedRoots = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* rowsOf(RootId)(sql`
    with recursive roots as (
      (select root_id from scanned_files order by root_id limit 1)
      union all
      select (select f.root_id from scanned_files f where f.root_id > r.root_id order by f.root_id limit 1)
      from roots r where r.root_id is not null
    )
    select root_id from (select root_id from roots union select root_id from root_scans) known
    where root_id is not null and not exists (select from library_roots r where r.id = known.root_id)`)
})

/** Deletes the scan records of removed roots. Returns the number of deleted records. */
export const forgetFileRecords = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  let forgotten = 0
  for (const { root_id } of yield* removedRoots) {
    for (;;) {
      const rows = yield* sql`
        delete from scanned_files where ctid = any(array(
          select ctid from scanned_files where root_id = ${root_id} limit ${batchSize})) returning 1`
      forgotten += rows.length
      if (rows.length < batchSize) break
    }
    yield* sql`delete from root_scans where root_id = ${root_id}`
  }
  return forgotten
})
