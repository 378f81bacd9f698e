import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { LibraryItemsForgotten } from "../items/events.ts"
import type { AccountDeleted } from "../../identity/accounts/events.ts"
import type { UserItemEvent } from "./events.ts"

type Projected = UserItemEvent | typeof LibraryItemsForgotten.Type | typeof AccountDeleted.Type

const rows = (events: ReadonlyArray<Recorded<UserItemEvent>>) =>
  JSON.stringify(events.map(({ at, event }) => ({ ...event, at })))

/** User states of existing accounts for existing items, whether currently visible or not. */
export const userItemsProjection = projection<Projected>({
  name: "user-items",
  tables: ["user_items"],
  handlers: {
    "user-item.rated.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into user_items (account_id, item_id, rating)
          select x."accountId", x."itemId", x.rating
          from jsonb_to_recordset(${rows(events)}::jsonb) as x("accountId" uuid, "itemId" uuid, rating int)
            join items v on v.id = x."itemId" join accounts a on a.id = x."accountId" for key share of v, a
          on conflict (account_id, item_id) do update set rating = excluded.rating`
      ),
    "user-item.favorited.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into user_items (account_id, item_id, is_favorite)
          select x."accountId", x."itemId", x."isFavorite"
          from jsonb_to_recordset(${rows(events)}::jsonb) as x("accountId" uuid, "itemId" uuid, "isFavorite" boolean)
            join items v on v.id = x."itemId" join accounts a on a.id = x."accountId" for key share of v, a
          on conflict (account_id, item_id) do update set is_favorite = excluded.is_favorite`
      ),
    "user-item.watched.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into user_items (account_id, item_id, is_watched, play_count, watched_at, is_marked)
          select x."accountId", x."itemId", x."isWatched", x."playCount", case when x."isWatched" then x.at end,
                 x."isWatched" and coalesce(x."isMarked", false)
          from jsonb_to_recordset(${rows(events)}::jsonb)
              as x("accountId" uuid, "itemId" uuid, "isWatched" boolean, "playCount" int, "isMarked" boolean,
                   at timestamptz)
            join items v on v.id = x."itemId" join accounts a on a.id = x."accountId" for key share of v, a
          on conflict (account_id, item_id)
            do update set is_watched = excluded.is_watched, play_count = excluded.play_count,
              watched_at = excluded.watched_at, is_marked = excluded.is_marked`
      ),
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
