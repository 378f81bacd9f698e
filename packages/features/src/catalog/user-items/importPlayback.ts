import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import { Uuid } from "@media/kernel/Ids"
import { recordset, rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { userItemDecider } from "./decider.ts"
import { USER_PROGRESS_CHANNEL } from "./live.ts"
import { linesOf } from "./progress.ts"
import { userItemStream } from "./stream.ts"

/** The watched status and position of an item in another program. */
export interface Playback {
  readonly id: string
  /** 0 if the item was not watched to its end. */
  readonly playCount: number
  /** Position in seconds to resume from, if any. */
  readonly position: number | undefined
  readonly lastPlayedAt: Date | undefined
}

const Undecided = Schema.Struct({ id: Schema.String, duration: Schema.NullOr(Schema.Number) })

/**
 * Returns the durations of the items that the account can see and has neither watched nor started, keyed by item id.
 */
const undecided = (principal: Principal, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* visibleTo(principal)
    const { accountId } = principal
    const rows = yield* rowsOf(Undecided)(sql`
      select v.id, v.duration from items v
      where v.id = any(${ids as Array<string>}::uuid[]) and ${visibility.items("v")}
        and not exists (select from user_items u where u.account_id = ${accountId} and u.item_id = v.id
          and (u.is_watched or u.play_count > 0))
        and not exists (select from user_progress p where p.account_id = ${accountId} and p.item_id = v.id)`)
    return new Map(rows.map(({ duration, id }) => [id, duration]))
  })

/**
 * False for positions at the very start or in the credits. They are not imported, because a player would not record
 * them either.
 */
const isResumable = (position: number, duration: number | null): boolean => {
  const { end, start } = linesOf(duration)
  return position >= start && position <= end
}

const ProgressRow = Schema.Struct({
  itemId: Uuid,
  position: Schema.Number,
  lastPlayedAt: Schema.DateFromSelf
})

const storePositions = (accountId: string, positions: ReadonlyArray<typeof ProgressRow.Type>, now: Date) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = recordset(ProgressRow, positions)
    yield* sql`
      with stored as (
        insert into user_progress (account_id, item_id, position, duration, last_played_at, told_at)
        select ${accountId}, v.id, x.position, v.duration, x.last_played_at, ${now}::timestamptz
        from ${rows.from} join items v on v.id = x.item_id for key share of v
        on conflict (account_id, item_id) do nothing
        returning item_id
      )
      select pg_notify(${USER_PROGRESS_CHANNEL}, ${`${accountId}:`} || item_id) from stored`
  })

const commandOf = (accountId: string, { id: itemId, lastPlayedAt, playCount }: Playback) => ({
  streamId: userItemStream(accountId, itemId),
  command: {
    ...{ _tag: "ImportWatched" as const, accountId, itemId, playCount },
    ...(lastPlayedAt === undefined ? {} : { watchedAt: lastPlayedAt.toISOString() })
  }
})

/**
 * Imports watched status and positions from another program, in one transaction. Existing values are never overwritten:
 * items with a status or position are skipped, and an item that the account marked as unwatched stays unwatched. Items
 * that the account cannot see are skipped. Returns the number of imported items.
 */
export const importPlayback = Effect.fn("userItems.importPlayback")(
  function* (principal: Principal, batch: ReadonlyArray<Playback>) {
    const { accountId } = principal
    const durations = yield* undecided(
      principal,
      batch.map(({ id }) => id)
    )
    const chosen = batch.filter(({ id }) => durations.has(id))
    const watched = chosen.filter(({ playCount }) => playCount > 0)
    if (watched.length > 0)
      yield* (yield* EventStore).executeMany({
        decider: userItemDecider,
        commands: watched.map((playback) => commandOf(accountId, playback)),
        meta: { cause: "series-scan" }
      })
    const now = new Date(yield* Clock.currentTimeMillis)
    const positions = chosen.flatMap(({ id, lastPlayedAt = now, position }) =>
      position !== undefined && isResumable(position, durations.get(id) ?? null)
        ? [{ itemId: id, position, lastPlayedAt }]
        : []
    )
    if (positions.length > 0) yield* storePositions(accountId, positions, now)
    return chosen.length
  },
  (effect) => transaction(effect)
)
