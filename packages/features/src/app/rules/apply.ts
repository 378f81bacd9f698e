import * as SqlClient from "@effect/sql/SqlClient"
import { inBatches } from "@media/event-store/EventStore"
import { enqueue } from "@media/jobs/Enqueue"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ItemKind } from "../../ItemKind.ts"
import { isFingerprinted } from "../../library/fingerprints/kinds.ts"
import { fingerprintOf } from "../../library/fingerprints/queue.ts"
import { previewsOf } from "../../playback/previews/queue.ts"
import { editItems } from "../bulk/editItems.ts"
import type { RuleActions } from "./events.ts"
import { type RuleRow, ruleCondition } from "./queries.ts"

const Item = Schema.Struct({ id: Schema.String, path: Schema.String })
type Item = typeof Item.Type

/** Number of items per transaction. */
const atOnce = 1_000

const editOf = ({ addPerformers, addTags, isFavorite, isNsfw, isOrganized, studio }: RuleActions) => ({
  ...(isFavorite === undefined ? {} : { isFavorite }),
  ...(isNsfw === undefined ? {} : { isNsfw }),
  ...(isOrganized === undefined ? {} : { isOrganized }),
  ...(studio === undefined ? {} : { studio }),
  ...(addTags === undefined || addTags.length === 0 ? {} : { tags: { add: addTags } }),
  ...(addPerformers === undefined || addPerformers.length === 0 ? {} : { performers: { add: addPerformers } })
})

const jobsOf = (kind: ItemKind, { jobs = [] }: RuleActions, items: ReadonlyArray<Item>) =>
  items.flatMap(({ id, path }) => [
    ...(jobs.includes("fingerprint") && isFingerprinted(kind)
      ? [fingerprintOf({ id, kind, label: path, triggeredBy: "rule" })]
      : []),
    ...(jobs.includes("previews") && kind === "video" ? [previewsOf(id, path, "rule")] : [])
  ])

/** Applies a rule to those items in `itemIds` that match the rule. Returns the number of matching items. */
export const applyRule = Effect.fn("rules.apply")(function* (
  principal: Principal,
  rule: RuleRow,
  itemIds: ReadonlyArray<string>,
  batchId: string
) {
  const sql = yield* SqlClient.SqlClient
  const { where } = yield* ruleCondition(principal, rule)
  const { actions, kind } = rule
  const origin = { cause: "rule", rule: rule.id, batchId }
  const edit = editOf(actions)
  let matched = 0
  for (const ids of inBatches(itemIds, atOnce)) {
    const items = yield* rowsOf(Item)(sql`
      select v.id, coalesce(f.path, v.title) as path from items v left join item_files f on f.item_id = v.id
      where v.id = any(${ids as Array<string>}::uuid[]) and ${where} order by v.id`)
    if (items.length === 0) continue
    const target = { ids: items.map(({ id }) => id) }
    if (Object.keys(edit).length > 0) yield* editItems(principal, target, edit, origin)
    const jobs = jobsOf(kind, actions, items)
    if (jobs.length > 0) yield* enqueue(jobs)
    matched += items.length
  }
  return matched
})
