import * as SqlClient from "@effect/sql/SqlClient"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"

/**
 * True if this account made a change with this batch id. The check prevents a client from adding changes to the batch
 * of another account.
 */
export const isOwnBatch = Effect.fn("items.isOwnBatch")(function* (principal: Principal, batchId: string) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql`
    select 1 from events
    where meta ? 'batchId' and meta->>'batchId' = ${batchId} and meta->>'actor' = ${principal.accountId} limit 1`
  return found.length > 0
})
