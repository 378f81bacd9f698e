import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { rowOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { UiPref } from "./contract.ts"

const Row = Schema.Struct({ value: Schema.String })

/** Returns the caller's value for a key. Fails with `NotFound` if the key was never set. */
export const preference = Effect.fn("uiPrefs.get")(function* ({ accountId }: Principal, key: string) {
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(Row)(
    sql`select value from ui_prefs where account_id = ${accountId} and key = ${key}`
  )
  if (Option.isNone(row)) return yield* new NotFound({ what: "preference" })
  const value: unknown = JSON.parse(row.value.value)
  return { key, value } satisfies UiPref
})

/** Returns the caller's value for a key, or null if the key was never set. Called at the start of a session. */
export const preferenceValue = (principal: Principal, key: string) =>
  preference(principal, key).pipe(
    Effect.map(({ value }) => value),
    Effect.catchTag("NotFound", () => Effect.succeed(null))
  )
