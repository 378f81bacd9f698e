import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { AccountDeleted } from "../../identity/accounts/events.ts"
import type { UserRelatedEvent } from "./events.ts"

const rows = (events: ReadonlyArray<Recorded<UserRelatedEvent>>) =>
  JSON.stringify(events.map(({ at, event }) => ({ ...event, at })))

/** The ratings and favorites of entities by existing accounts, including entities that an account cannot see at the moment. */
export const userRelatedProjection = projection<UserRelatedEvent | typeof AccountDeleted.Type>({
  name: "user-related",
  tables: ["user_related"],
  handlers: {
    "user-related.rated.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into user_related (account_id, entity_id, rating, rated_at)
          select x."accountId", x."entityId", x.rating, x.at
          from jsonb_to_recordset(${rows(events)}::jsonb)
              as x("accountId" uuid, "entityId" uuid, rating int, at timestamptz)
            join accounts a on a.id = x."accountId" for key share of a
          on conflict (account_id, entity_id) do update set rating = excluded.rating, rated_at = excluded.rated_at`
      ),
    "user-related.favorited.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into user_related (account_id, entity_id, is_favorite)
          select x."accountId", x."entityId", x."isFavorite"
          from jsonb_to_recordset(${rows(events)}::jsonb) as x("accountId" uuid, "entityId" uuid, "isFavorite" boolean)
            join accounts a on a.id = x."accountId" for key share of a
          on conflict (account_id, entity_id) do update set is_favorite = excluded.is_favorite`
      ),
    "account.deleted.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from user_related where account_id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
      )
  }
})
