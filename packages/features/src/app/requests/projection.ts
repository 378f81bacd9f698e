import * as SqlClient from "@effect/sql/SqlClient"
import { projection, recordedRow } from "@media/event-store/Projection"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AccountDeleted } from "../../identity/accounts/events.ts"
import { RequestAnswered, type RequestEvent, RequestMade } from "./events.ts"

const MadeRow = Schema.Struct({ ...RequestMade.fields, at: Schema.DateFromSelf })
const AnsweredRow = Schema.Struct({ ...RequestAnswered.omit("accountId").fields, at: Schema.DateFromSelf })

/** The requests of existing accounts. */
export const requestsProjection = projection<RequestEvent | typeof AccountDeleted.Type>({
  name: "requests",
  tables: ["requests"],
  handlers: {
    "request.made.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const columns = { requestId: "id", at: "made_at" }
        const rows = recordset(MadeRow, events.map(recordedRow), { columns })
        return sql`
          insert into requests (${rows.columns}) select ${rows.values}
          from ${rows.from} join accounts a on a.id = x.account_id for key share of a`
      }),
    "request.answered.v1": (events) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => {
        const rows = recordset(AnsweredRow, events.map(recordedRow), {
          key: ["requestId"],
          columns: { at: "answered_at" }
        })
        return sql`update requests r set ${rows.assignments} from ${rows.from} where r.id = x.request_id`
      }),
    "request.withdrawn.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`delete from requests where id = any(${events.map(({ event }) => event.requestId)}::uuid[])`
      ),
    "account.deleted.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`delete from requests where account_id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
      )
  }
})
