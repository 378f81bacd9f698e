import * as SqlClient from "@effect/sql/SqlClient"
import { withTimestamps } from "@media/kernel/Timestamp"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ReadingKey } from "./contract.ts"

const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  createdAt: Schema.DateFromSelf,
  lastUsedAt: Schema.NullOr(Schema.DateFromSelf)
})

/** Returns the caller's keys, oldest first. */
export const listKeys = ({ accountId }: Principal) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Row)(sql`
      select id, name, created_at as "createdAt", last_used_at as "lastUsedAt"
      from reading_keys where account_id = ${accountId} order by created_at, id`)
    return rows.map((row): ReadingKey => withTimestamps(row))
  })
