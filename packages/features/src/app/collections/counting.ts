import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * A member that was added or removed. `hidesNsfw` selects the affected viewers: viewers who hide NSFW content, or all
 * other viewers.
 */
export interface Change {
  readonly id: string
  readonly hidesNsfw: boolean
  readonly itemId: string
  readonly isIn: boolean
}

/**
 * Blocks changes to the values on which counts depend, until the transaction ends. Take this lock last, after the
 * evaluation of rules, so that other transactions wait only briefly.
 */
const lockCounts = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select pg_advisory_xact_lock(7000271)`)

const columns = "collection_id, hides_nsfw, library_id, kind, role, is_nsfw, n"

/** Recounts the stored members of a rule. */
export const countWhole = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* lockCounts
    yield* sql`delete from collection_counts where collection_id = ${id}`
    yield* sql`
      insert into collection_counts (${sql.literal(columns)})
      select m.collection_id, m.hides_nsfw, v.library_id, v.kind, v.role, v.is_nsfw, count(*)
      from collection_matches m join items v on v.id = m.item_id
      where m.collection_id = ${id} group by 1, 2, 3, 4, 5, 6`
  })

/** Updates the counts of rules after members were added or removed. */
export const countChanges = (changes: ReadonlyArray<Change>) =>
  Effect.gen(function* () {
    if (changes.length === 0) return
    const sql = yield* SqlClient.SqlClient
    const of = <Key extends keyof Change>(key: Key) => changes.map((change) => change[key])
    yield* lockCounts
    yield* sql`
      insert into collection_counts as c (${sql.literal(columns)})
      select x.id, x.hides_nsfw, v.library_id, v.kind, v.role, v.is_nsfw, sum(case when x.is_in then 1 else -1 end)
      from unnest(${of("id")}::uuid[], ${of("hidesNsfw")}::boolean[], ${of("itemId")}::uuid[], ${of("isIn")}::boolean[])
          as x(id, hides_nsfw, item_id, is_in)
        join items v on v.id = x.item_id
      group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
      on conflict on constraint collection_counts_key do update set n = c.n + excluded.n where excluded.n <> 0`
  })
