import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const Row = Schema.Struct({ xid: Schema.String })

/**
 * Returns a transaction id (the horizon) below which all transactions of this database have ended. Every later
 * statement therefore sees all rows that these transactions wrote.
 *
 * `pg_snapshot_xmin` would be simpler, but it also counts transactions of other databases in the cluster. A long import
 * in another database would then delay every live update of this database. This query therefore looks for the oldest
 * running transaction of this database in `pg_stat_activity`. If the query may not see the transactions of other roles
 * there, it falls back to `pg_snapshot_xmin`.
 *
 * The snapshot is taken before the activity is read. If a transaction is still running in the snapshot but is no longer
 * listed in the activity, it has ended in between, so the next statement sees its rows.
 */
export const horizon = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(Row)(sql`
    with bounds as materialized (
      select pg_snapshot_xmin(s)::text::bigint as oldest, pg_snapshot_xmax(s)::text::bigint as next
      from pg_current_snapshot() s
    ),
    -- backend_xid contains only the lower 32 bits, which wrap around.
    running as (
      select a.query = '<insufficient privilege>' as "isHidden",
        (b.next - a.backend_xid::text::bigint) & 4294967295 as distance
      from bounds b, pg_stat_activity a
      where a.datname = current_database()
    )
    select (case
        when coalesce((select bool_or("isHidden") from running), false) then b.oldest
        else b.next - coalesce((select max(distance) from running where distance < 2147483648), 0)
      end)::text as xid
    from bounds b`)
  return Option.getOrThrow(row).xid
})
