import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { jobPrincipal } from "../../identity/accounts/jobPrincipal.ts"
import { maintenanceJob } from "../../MaintenanceJob.ts"
import { applyRule } from "./apply.ts"
import { findRuleRow, previewRule, ruleCondition } from "./queries.ts"

const Body = Schema.Struct({ ruleId: Schema.UUID })
const Id = Schema.Struct({ id: Schema.String })
const perStep = 1_000

/** Runs a rule on all matching items. Running the job again makes no further changes. */
export const ruleJob = maintenanceJob({
  accepts: ({ change }) => change?.of === "rule",
  run: ({ change }, context) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accountId, batchId, body } = change!
      const { ruleId } = yield* Schema.decodeUnknown(Body)(body)
      const principal = yield* jobPrincipal(accountId)
      const rule = yield* findRuleRow(accountId, ruleId)
      const { matched } = yield* previewRule(principal, rule)
      const { where } = yield* ruleCondition(principal, rule)
      let done = 0
      let last = "00000000-0000-0000-0000-000000000000"
      for (;;) {
        const rows = yield* rowsOf(Id)(sql`
          select v.id from items v where v.id > ${last}::uuid and ${where} order by v.id limit ${perStep}`)
        if (rows.length === 0) return { matched: done }
        const ids = rows.map(({ id }) => id)
        done += yield* transaction(applyRule(principal, rule, ids, batchId))
        last = ids.at(-1)!
        yield* context.progress({ percent: Math.min(100, (100 * done) / Math.max(1, matched)) })
      }
    })
})
