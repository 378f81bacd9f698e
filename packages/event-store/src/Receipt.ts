import * as SqlClient from "@effect/sql/SqlClient"
import { transaction } from "@media/pg/Transaction"
import type { Json } from "@media/kernel/Json"
import * as Effect from "effect/Effect"

/**
 * Runs a command once per id: a repeat (a client's retry after a lost answer) gets the first answer again and
 * changes nothing. Receipt and effect share one transaction.
 */
export const once = <A extends Json, E, R>(commandId: string | undefined, effect: Effect.Effect<A, E, R>) =>
  commandId === undefined
    ? effect
    : transaction(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          // The row is locked until the first runner commits, so a concurrent repeat waits for its answer.
          const claimed = yield* sql`
            insert into command_receipts (command_id, result) values (${commandId}, 'null'::jsonb)
            on conflict (command_id) do nothing returning command_id`
          if (claimed.length === 0) {
            const rows = yield* sql`select result from command_receipts where command_id = ${commandId}`
            return (rows[0] as { result: A }).result
          }
          const result = yield* effect
          yield* sql`
            update command_receipts set result = ${JSON.stringify(result)}::jsonb where command_id = ${commandId}`
          return result
        })
      )
