import * as SqlClient from "@effect/sql/SqlClient"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { UpgradeReport } from "./contract.ts"

const Row = Schema.Struct({ at: Schema.DateFromSelf, report: UpgradeReport.pipe(Schema.omit("at")) })

/** Returns the report of the completed or skipped import, or none if no import has happened. */
export const upgradeReport = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(Row)(sql`select at, report from earlier_installs where name = 'pre-2.0'`)
  return Option.map(row, ({ at, report }): UpgradeReport => ({ ...report, at: toTimestamp(at) }))
})
