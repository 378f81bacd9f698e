import * as SqlClient from "@effect/sql/SqlClient"
import { projection, recordedRow } from "@media/event-store/Projection"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AccountDeleted } from "../../identity/accounts/events.ts"
import { EntityFavorited, EntityRated, type UserRelatedEvent } from "./events.ts"

const RatedRow = Schema.Struct({ ...EntityRated.fields, at: Schema.DateFromSelf })
const key = ["accountId", "entityId"] as const

/**
 * A table with the ratings and favorites of existing accounts, including those for entities that are currently hidden
 * from the account.
 */
export const userRelatedProjection = projection<UserRelatedEvent | typeof AccountDeleted.Type>({
  name: "user-related",
  tables: ["user_related"],
  handlers: {
    "user-related.rated.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(RatedRow, events.map(recordedRow), { key, columns: { at: "rated_at" } })
        return sql`
          insert into user_related (${rows.columns}) select ${rows.values} from ${rows.from}
            join accounts a on a.id = x.account_id for key share of a
          on conflict (account_id, entity_id) do update set ${rows.excluded}`
      }),
    "user-related.favorited.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(EntityFavorited, events.map(recordedRow), { key })
        return sql`
          insert into user_related (${rows.columns}) select ${rows.values} from ${rows.from}
            join accounts a on a.id = x.account_id for key share of a
          on conflict (account_id, entity_id) do update set ${rows.excluded}`
      }),
    "account.deleted.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          delete from user_related where account_id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
      )
  }
})
