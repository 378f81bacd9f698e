import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { USER_PROGRESS_CHANNEL } from "./live.ts"

const Row = Schema.Struct({ account_id: Schema.String })

/**
 * Copies playback positions from other items to this item, for every account that has no position in this item. If an
 * account has positions in several of the other items, the most recently played one is copied. A position beyond the
 * end of this item is not copied. Notifies the open pages of these accounts and returns the account ids.
 */
export const adoptProgress = Effect.fn("userItems.adoptProgress")(function* (
  itemId: string,
  fromIds: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  const now = new Date(yield* Clock.currentTimeMillis)
  const rows = yield* rowsOf(Row)(sql`
    with adopted as (
      insert into user_progress as p (account_id, item_id, position, duration, last_played_at, told_at, reading_position)
      select distinct on (o.account_id) o.account_id, v.id, o.position, o.duration, o.last_played_at, ${now}::timestamptz, o.reading_position
      from user_progress o join items v on v.id = ${itemId}
      where o.item_id = any(${fromIds as Array<string>}::uuid[]) and o.position is not null
        and (v.duration is null or o.position < v.duration)
      order by o.account_id, o.last_played_at desc
      on conflict (account_id, item_id) do update set position = excluded.position, duration = excluded.duration,
        last_played_at = excluded.last_played_at, told_at = excluded.told_at, reading_position = excluded.reading_position, revision = p.revision + 1
      where p.position is null and p.last_played_at < excluded.last_played_at
      returning account_id
    )
    select account_id, pg_notify(${USER_PROGRESS_CHANNEL}, account_id || ${`:${itemId}`}) from adopted`)
  return rows.map(({ account_id }) => account_id)
})

/** Removes the positions that these accounts have in an item, and notifies their open pages. */
export const dropProgress = Effect.fn("userItems.dropProgress")(function* (
  itemId: string,
  accountIds: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  const now = new Date(yield* Clock.currentTimeMillis)
  yield* sql`
    with dropped as (
      update user_progress set position = null, told_at = ${now}, revision = revision + 1
      where item_id = ${itemId} and account_id = any(${accountIds as Array<string>}::uuid[]) and position is not null
      returning account_id
    )
    select pg_notify(${USER_PROGRESS_CHANNEL}, account_id || ${`:${itemId}`}) from dropped`
})
