import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { UndecodableEvent } from "./errors.ts"

/**
 * Records that an event cannot be decoded. The event stays in the log. Until a later version can read the event, the
 * server reports its health as `degraded`.
 */
export const quarantine = (error: UndecodableEvent) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      insert into event_quarantine (position, type, reason)
      values (${error.position}, ${error.type}, ${error.reason.slice(0, 2_000)})
      on conflict (position) do nothing`
    yield* Effect.logError(error.message)
  })

const Count = Schema.Struct({ n: Schema.Number })

export const quarantinedCount = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(Count)(sql`select count(*)::int as n from event_quarantine`)
  return Option.getOrThrow(row).n
})
