import * as SqlClient from "@effect/sql/SqlClient"
import type { Recorded } from "@media/event-store/Event"
import { projection } from "@media/event-store/Projection"
import * as Effect from "effect/Effect"
import type { AccountDeleted } from "../../identity/accounts/events.ts"
import type { RequestEvent } from "./events.ts"

const json = (events: ReadonlyArray<Recorded<RequestEvent>>) =>
  JSON.stringify(events.map(({ at, event }) => ({ ...event, at })))

/** Requests of accounts that exist. */
export const requestsProjection = projection<RequestEvent | typeof AccountDeleted.Type>({
  name: "requests",
  tables: ["requests"],
  handlers: {
    "request.made.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into requests (id, account_id, made_at, title, link, words)
          select x."requestId", x."accountId", x.at, x.title, x.link, x.words
          from jsonb_to_recordset(${json(events)}::jsonb)
              as x("requestId" uuid, "accountId" uuid, at timestamptz, title text, link text, words text)
            join accounts a on a.id = x."accountId" for key share of a`
      ),
    "request.answered.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          update requests r set answer = x.answer, answered_at = x.at, item_id = x."itemId", reply = x.reply
          from jsonb_to_recordset(${json(events)}::jsonb)
            as x("requestId" uuid, at timestamptz, answer text, "itemId" uuid, reply text)
          where r.id = x."requestId"`
      ),
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
