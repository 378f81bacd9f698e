import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowOf, rowsOf, select } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { bounded } from "../../catalog/items/asked.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { conditionOf } from "../bulk/queries.ts"
import { Rule, type RuleCondition, type RulePreview, type RuleRun } from "./contract.ts"

const Row = Schema.Struct({
  ...Rule.omit("createdAt", "updatedAt").fields,
  accountId: Schema.String,
  createdAt: Schema.DateFromSelf,
  updatedAt: Schema.DateFromSelf
})
export type RuleRow = typeof Row.Type

const toRule = ({ accountId: _, createdAt, updatedAt, ...row }: RuleRow): Rule => ({
  ...row,
  createdAt: toTimestamp(createdAt),
  updatedAt: toTimestamp(updatedAt)
})

/** Lists the caller's own rules by name. */
export const listRules = Effect.fn("rules.list")(function* ({ accountId }: Principal) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    select ${select(Row, "s")} from item_rules s where s.account_id = ${accountId} order by lower(s.name), s.id`)
  return rows.map(toRule)
})

export const findRuleRow = Effect.fn("rules.findRow")(function* (accountId: string, id: string) {
  if (!isUuid(id)) return yield* new NotFound({ what: "rule" })
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(Row)(sql`
    select ${select(Row, "s")} from item_rules s where s.id = ${id} and s.account_id = ${accountId}`)
  return Option.isNone(row) ? yield* new NotFound({ what: "rule" }) : row.value
})

/** Returns a rule of the caller. Fails with `NotFound` for rules of other accounts. */
export const findRule = (principal: Principal, id: string) =>
  Effect.map(findRuleRow(principal.accountId, id), toRule)

/** Returns all enabled rules, oldest first. */
export const enabledRules = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  rowsOf(Row)(
    sql`select ${select(Row, "s")} from item_rules s where s.is_enabled order by s.created_at, s.id`
  )
)

/** Returns the condition on `items v` that selects the items that match a rule and that its owner may see. */
export const ruleCondition = (principal: Principal, { kind, libraryIds, text }: RuleCondition) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { read, where } = yield* conditionOf(principal, { filter: { kind, q: text } })
    const inLibraries =
      libraryIds === null
        ? sql.literal("true")
        : sql`v.library_id = any(${libraryIds as Array<string>}::uuid[])`
    return { read: read ?? {}, where: sql.and([where, inLibraries]) }
  })

const Matched = Schema.Struct({
  id: Schema.NullOr(Schema.String),
  title: Schema.NullOr(Schema.String),
  n: Schema.Number
})

export const previewRule = Effect.fn("rules.preview")(function* (
  principal: Principal,
  condition: RuleCondition
) {
  const sql = yield* SqlClient.SqlClient
  const { read, where } = yield* ruleCondition(principal, condition)
  const rows = yield* bounded(
    read,
    rowsOf(Matched)(sql`
      with found as materialized (select v.id, v.title, v.created_at from items v where ${where})
      select s.id, s.title, c.n from (select count(*)::int as n from found) c
        left join lateral (select * from found order by created_at desc, id limit 12) s on true
      order by s.created_at desc, s.id`)
  )
  return {
    matched: rows[0]?.n ?? 0,
    sample: rows.flatMap(({ id, title }) => (id === null || title === null ? [] : [{ id, title }]))
  } satisfies RulePreview
})

const Run = Schema.Struct({
  batchId: Schema.String,
  at: Schema.DateFromSelf,
  count: Schema.Number,
  isUndone: Schema.Boolean
})
const mostRuns = 100

/** Lists the runs of a rule, which are read from the log. Does not count items that are now hidden from the caller. */
export const listRuns = Effect.fn("rules.runs")(function* (principal: Principal, id: string) {
  yield* findRule(principal, id)
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const rows = yield* rowsOf(Run)(sql`
    select e.meta->>'batchId' as "batchId", min(e.at) as at, count(distinct v.id)::int as count,
      batch_undone_by(e.meta->>'batchId') is not null
        or bool_and(undone_by(e.stream_id, e.position) is not null) as "isUndone"
    from events e join items v on v.id = coalesce((e.data->>'itemId')::uuid, e.stream_id)
    where e.meta ? 'rule' and e.meta->>'rule' = ${id} and ${visibility.items("v")}
    group by e.meta->>'batchId' order by min(e.at) desc limit ${mostRuns}`)
  return rows.map(({ at, ...row }): RuleRun => ({ ...row, at: toTimestamp(at) }))
})
