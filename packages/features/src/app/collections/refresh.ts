import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import { membersOf } from "../../catalog/membership/members.ts"
import { storedCollections } from "../../catalog/membership/stored.ts"
import { viewing } from "./members.ts"
import { isPersonalRule } from "./personal.ts"

/** Sees every item: what each viewer may see is decided when the history is read. */
const everyone = (accountId: string): Principal => ({
  accountId,
  sessionId: accountId,
  username: "",
  role: "administrator",
  showNsfw: true,
  mayCreateLibraries: false,
  libraryIds: []
})

const Owner = Schema.Struct({ accountId: Schema.String })
const Position = Schema.Struct({ position: Schema.Number })
const Changed = Schema.Struct({ added: Schema.Number, removed: Schema.Number })

/** Days that the history of members is kept. */
const KEPT_DAYS = 400

/**
 * Evaluates the rule of a collection in all libraries, and records the items that came and went since the last time.
 * Returns undefined for collections without such a history: those filled by hand, and rules that differ by viewer.
 */
export const refreshCollection = Effect.fn("collections.refresh")(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const owner = yield* rowOf(Owner)(sql`
    select account_id as "accountId" from collections where id = ${id} and rules is not null`)
  if (Option.isNone(owner)) return undefined
  const principal = everyone(owner.value.accountId)
  const [row] = yield* storedCollections(principal, (sql) => sql`s.id = ${id}`)
  if (row?.rules == null || isPersonalRule(row.rules, itemFieldTable())) return undefined
  const context = yield* viewing(principal, [row.rules])
  const { rows } = membersOf(context, { rules: row.rules, sort: [], limit: null })
  const { position } = Option.getOrThrow(
    yield* rowOf(Position)(sql`select coalesce(max(position), 0)::float8 as position from events`)
  )
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      // Two workers must not record the same difference.
      yield* sql`select from collections where id = ${id} for update`
      const known = yield* rowsOf(Schema.Struct({ n: Schema.Number }))(
        sql`select 1 as n from collection_refreshes where collection_id = ${id}`
      )
      // The first members are no news.
      const isRecorded = sql.literal(String(known.length > 0))
      const changed = yield* rowsOf(Changed)(sql`
        with now as materialized (select m.id from (${rows}) m),
          added as (
            insert into collection_matches (collection_id, item_id)
            select ${id}::uuid, now.id from now on conflict do nothing returning item_id),
          removed as (
            delete from collection_matches c where c.collection_id = ${id}
              and not exists (select from now where now.id = c.item_id) returning c.item_id),
          told as (
            insert into collection_changes (collection_id, item_id, at, is_in)
            select ${id}::uuid, x.item_id, now(), x.is_in
            from (select item_id, true as is_in from added union all select item_id, false from removed) x
            where ${isRecorded} returning 1)
        select (select count(*)::int from added) as added, (select count(*)::int from removed) as removed,
          (select count(*) from told) as told`)
      yield* sql`
        insert into collection_refreshes (collection_id, refreshed_at, position) values (${id}, now(), ${position}::bigint)
        on conflict (collection_id) do update set refreshed_at = excluded.refreshed_at, position = excluded.position`
      return changed[0]!
    })
  )
})

/** Deletes the history of removed collections, and what is older than the history is kept. */
export const forgetOldChanges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const gone = sql`not exists (select from collections c where c.id = t.collection_id)`
  yield* sql`delete from collection_refreshes t where ${gone}`
  yield* sql`delete from collection_matches t where ${gone}`
  yield* sql`delete from collection_changes t where ${gone} or t.at < now() - make_interval(days => ${KEPT_DAYS})`
})
