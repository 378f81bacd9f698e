import * as SqlClient from "@effect/sql/SqlClient"
import { projection, recordedRow } from "@media/event-store/Projection"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { LibraryItemsForgotten } from "../items/events.ts"
import type { AccountDeleted } from "../../identity/accounts/events.ts"
import { ItemFavorited, ItemRated, ItemWatched, type UserItemEvent } from "./events.ts"

type Projected = UserItemEvent | typeof LibraryItemsForgotten.Type | typeof AccountDeleted.Type

const { accountId, isMarked, isWatched, itemId, playCount } = ItemWatched.fields
const WatchedRow = Schema.Struct({
  ...{ accountId, isMarked, isWatched, itemId, playCount },
  at: Schema.DateFromSelf
})
const key = ["accountId", "itemId"] as const

/** The user states of existing accounts and items, including items that are not visible at the moment. */
export const userItemsProjection = projection<Projected>({
  name: "user-items",
  tables: ["user_items"],
  handlers: {
    "user-item.rated.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(ItemRated, events.map(recordedRow), { key })
        return sql`
          insert into user_items (${rows.columns}) select ${rows.values} from ${rows.from}
            join items v on v.id = x.item_id join accounts a on a.id = x.account_id for key share of v, a
          on conflict (account_id, item_id) do update set ${rows.excluded}`
      }),
    "user-item.favorited.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(ItemFavorited, events.map(recordedRow), { key })
        return sql`
          insert into user_items (${rows.columns}) select ${rows.values} from ${rows.from}
            join items v on v.id = x.item_id join accounts a on a.id = x.account_id for key share of v, a
          on conflict (account_id, item_id) do update set ${rows.excluded}`
      }),
    "user-item.watched.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(
          WatchedRow,
          events.map(({ at, event: { watchedAt, ...event } }) => ({
            ...event,
            at: watchedAt === undefined ? at : new Date(watchedAt),
            isMarked: event.isWatched && event.isMarked === true
          }))
        )
        return sql`
          insert into user_items (account_id, item_id, is_watched, play_count, watched_at, is_marked)
          select x.account_id, x.item_id, x.is_watched, x.play_count, case when x.is_watched then x.at end, x.is_marked
          from ${rows.from}
            join items v on v.id = x.item_id join accounts a on a.id = x.account_id for key share of v, a
          on conflict (account_id, item_id)
            do update set is_watched = excluded.is_watched, play_count = excluded.play_count,
              watched_at = excluded.watched_at, is_marked = excluded.is_marked`
      }),
    "library.items-forgotten.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from user_items where item_id = any(${events.flatMap(({ event }) => event.itemIds)}::uuid[])`
      ),
    "account.deleted.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from user_items where account_id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
      )
  }
})
