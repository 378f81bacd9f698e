import * as SqlClient from "@effect/sql/SqlClient"
import { projection, recordedRow } from "@media/event-store/Projection"
import { SqlType } from "@media/kernel/SqlType"
import { recordset } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AccountDeleted } from "../../identity/accounts/events.ts"
import { type RuleEvent, RuleSaved } from "./events.ts"

const RuleRow = Schema.Struct({
  ...RuleSaved.fields,
  libraryIds: RuleSaved.fields.libraryIds.annotations({ [SqlType]: "jsonb" }),
  actions: RuleSaved.fields.actions.annotations({ [SqlType]: "jsonb" }),
  createdAt: Schema.DateFromSelf,
  at: Schema.DateFromSelf
})

/** The rules of existing accounts. */
export const rulesProjection = projection<RuleEvent | typeof AccountDeleted.Type>({
  name: "rules",
  tables: ["item_rules"],
  handlers: {
    "rule.saved.v1": (events) => {
      // A statement cannot write the same row twice, so write only the last event of each rule.
      const last = new Map(events.map((each) => [each.event.ruleId, recordedRow(each)]))
      const first = new Map(events.toReversed().map(({ at, event }) => [event.ruleId, at]))
      const rows = recordset(
        RuleRow,
        [...last.values()].map((row) => ({ ...row, createdAt: first.get(row.ruleId)! }))
      )
      return Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          insert into item_rules (id, account_id, created_at, updated_at, is_enabled, kind, library_ids, name, text, actions)
          select x.rule_id, x.account_id, x.created_at, x.at, x.is_enabled, x.kind::item_kind,
            case when jsonb_typeof(x.library_ids) = 'array'
              then array(select l::uuid from jsonb_array_elements_text(x.library_ids) l) end,
            x.name, x.text, x.actions
          from ${rows.from} join accounts a on a.id = x.account_id for key share of a
          on conflict (id) do update set updated_at = excluded.updated_at, is_enabled = excluded.is_enabled,
            kind = excluded.kind, library_ids = excluded.library_ids, name = excluded.name, text = excluded.text,
            actions = excluded.actions`
      )
    },
    "rule.removed.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`delete from item_rules where id = any(${events.map(({ event }) => event.ruleId)}::uuid[])`
      ),
    "account.deleted.v1": (events) =>
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`delete from item_rules where account_id = any(${events.map(({ streamId }) => streamId)}::uuid[])`
      )
  }
})
