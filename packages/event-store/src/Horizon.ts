import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const Row = Schema.Struct({ xid: Schema.String })

/**
 * Returns the oldest transaction id that a running transaction of this database may still use. Every later statement
 * sees all rows that transactions with smaller ids wrote.
 *
 * `pg_snapshot_xmin` alone also waits for the other databases of the cluster: a long import in another database would
 * delay every live update of this database. Transactions of another role are visible only to privileged roles, so for
 * other roles `pg_snapshot_xmin` is used. The snapshot of this statement is taken before the activity is read. A
 * transaction that is in neither of the two has therefore ended in between, and the snapshot of the next statement
 * includes it.
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
