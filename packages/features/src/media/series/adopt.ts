import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { adoptProgress } from "../../catalog/user-items/adopt.ts"
import { type UserItemCommand, userItemDecider } from "../../catalog/user-items/decider.ts"
import { userItemStream } from "../../catalog/user-items/stream.ts"

const Row = Schema.Struct({
  accountId: Schema.String,
  rating: Schema.NullOr(Schema.Number),
  isFavorite: Schema.Boolean,
  isWatched: Schema.Boolean,
  playCount: Schema.Number,
  watchedAt: Schema.NullOr(Schema.DateFromSelf),
  isMarked: Schema.Boolean,
  isRated: Schema.Boolean
})

/**
 * Copies the ratings, favorites, watched status and playback positions of all accounts from one file of a work to
 * another.
 */
export const adoptUserState = Effect.fn("series.adoptUserState")(function* (
  fromId: string,
  toId: string,
  meta: EventMeta = { cause: "series-scan" }
) {
  const sql = yield* SqlClient.SqlClient
  const store = yield* EventStore
  const rows = yield* rowsOf(Row)(sql`
    select u.account_id as "accountId", u.rating, u.is_favorite as "isFavorite", u.is_watched as "isWatched",
      u.play_count as "playCount", u.watched_at as "watchedAt", u.is_marked as "isMarked",
      exists (select from user_items t where t.account_id = u.account_id and t.item_id = ${toId} and t.rating is not null)
        as "isRated"
    from user_items u where u.item_id = ${fromId}`)
  const commands = rows.flatMap(
    ({ accountId, isFavorite, isMarked, isRated, isWatched, rating, ...watched }) => {
      const whose = { accountId, itemId: toId }
      const watchedAt = watched.watchedAt?.toISOString()
      const own: ReadonlyArray<UserItemCommand> = [
        ...(rating === null || isRated ? [] : [{ _tag: "Rate" as const, ...whose, rating }]),
        ...(isFavorite ? [{ _tag: "SetFavorite" as const, ...whose, isFavorite }] : []),
        // Keep the original time. With the current time, a series that was watched long ago would become the first
        // entry in "Next up".
        ...(isWatched && watchedAt !== undefined
          ? [{ _tag: "AdoptWatched" as const, ...whose, playCount: watched.playCount, watchedAt, isMarked }]
          : [])
      ]
      return own.map((command) => ({ streamId: userItemStream(accountId, toId), command }))
    }
  )
  yield* transaction(
    Effect.gen(function* () {
      if (commands.length > 0) yield* store.executeMany({ decider: userItemDecider, commands, meta })
      yield* adoptProgress(toId, [fromId])
    })
  )
})
