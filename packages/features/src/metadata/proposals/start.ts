import * as SqlClient from "@effect/sql/SqlClient"
import { enqueue } from "@media/jobs/Enqueue"
import { Invalid, NotFound } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { SelectionChanged } from "../../app/bulk/errors.ts"
import { conditionOf } from "../../app/bulk/queries.ts"
import { bounded } from "../../catalog/items/asked.ts"
import { entitiesVisibleTo } from "../../catalog/related/visibleEntities.ts"
import type { IdentifyBody } from "./contract.ts"
import { identifyOf } from "./queue.ts"
import { listChoices } from "./sources.ts"

const Id = Schema.Struct({ id: Schema.String })

const requireSources = (sources: IdentifyBody["sources"]) =>
  Effect.gen(function* () {
    const choices = yield* listChoices
    const unknown = sources.find(({ id, kind }) => !choices.some((one) => one.kind === kind && one.id === id))
    if (unknown === undefined) return
    const message = `"${unknown.id}" is not installed`
    return yield* new Invalid({ reason: `sources: ${message}`, fields: [{ path: "sources", message }] })
  })

/** Starts a run for all items and entities in the body that the caller may see. */
export const startIdentify = Effect.fn("proposals.startIdentify")(function* (
  principal: Principal,
  { expected, filter, ids, options = {}, sources }: IdentifyBody
) {
  const sql = yield* SqlClient.SqlClient
  yield* requireSources(sources)
  const batchId = uuidv7()
  const target = { ...(ids === undefined ? {} : { ids }), ...(filter === undefined ? {} : { filter }) }
  const { read, where } = yield* conditionOf(principal, target)
  const { fewEntities } = yield* entitiesVisibleTo(principal)
  const insert = Effect.gen(function* () {
    const items = yield* rowsOf(Id)(sql`
      insert into identify_items (batch_id, target_id, kind)
      select ${batchId}::uuid, v.id, v.kind::text from items v
      where ${where} and (${ids !== undefined} or not v.is_organized) returning target_id as id`)
    const entities =
      ids === undefined
        ? []
        : yield* rowsOf(Id)(sql`
            insert into identify_items (batch_id, target_id, kind)
            select ${batchId}::uuid, e.id, e.kind::text from related_entities e
            where e.id = any(${ids as Array<string>}::uuid[]) and ${fewEntities("e")} returning target_id as id`)
    const matched = items.length + entities.length
    if (filter !== undefined && expected !== undefined && expected !== matched)
      return yield* new SelectionChanged({ matched })
    if (matched === 0) return yield* new NotFound({ what: "item" })
    const work = { batchId, accountId: principal.accountId, sources, options }
    const [run] = yield* enqueue([identifyOf(work)])
    return { jobRunId: run!.jobRunId, batchId, matched }
  })
  return yield* read === undefined ? transaction(insert) : bounded(read, transaction(insert))
})
