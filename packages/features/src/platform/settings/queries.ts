import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { defaultSettings, Settings } from "./contract.ts"

const Row = Schema.Struct({ name: Schema.String, value: Schema.Unknown })

/**
 * Returns the settings. A setting has its default value if it was never stored or if the stored value is no longer
 * valid.
 */
export const currentSettings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`select name, value from settings`)
  const stored = new Map(rows.map(({ name, value }) => [name, value]))
  const isValid = (name: keyof Settings, value: unknown) =>
    Schema.is(Settings.fields[name] as Schema.Schema<unknown>)(value)
  return Object.fromEntries(
    Object.entries(defaultSettings).map(([name, fallback]) => {
      const value = stored.get(name)
      return [name, value !== undefined && isValid(name as keyof Settings, value) ? value : fallback]
    })
  ) as Settings
})
