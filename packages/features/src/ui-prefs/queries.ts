import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { UiPref } from "./contract.ts"

const Row = Schema.Struct({ value: Schema.String })

/** What the caller keeps under the key. */
export const preference = Effect.fn("uiPrefs.get")(function* ({ accountId }: Principal, key: string) {
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(Row)(
    sql`select value from ui_prefs where account_id = ${accountId} and key = ${key}`
  )
  const value: unknown = Option.match(row, {
    onNone: () => null,
    onSome: (kept): unknown => JSON.parse(kept.value)
  })
  return { key, value } satisfies UiPref
})
