import * as SqlClient from "@effect/sql/SqlClient"
import type { StreamCommand } from "@media/event-store/DecideMany"
import { EventStore } from "@media/event-store/EventStore"
import { enqueue } from "@media/jobs/Enqueue"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { isEntityKind } from "../../EntityKind.ts"
import { alreadyReviewed, proposalDecider, type ProposalCommand } from "./decider.ts"
import type { Decision } from "./decision.ts"
import { importOf } from "./queue.ts"
import type { Proposal } from "./shapes.ts"
import type { StoredProposal } from "./stored.ts"

const Id = Schema.Struct({ id: Schema.String })

/** The fields of a proposal that a review needs. */
type Reviewable = Pick<
  StoredProposal,
  "id" | "targetKind" | "targetId" | "sourceKind" | "sourceId" | "sourceName"
>

export const reviewOf = ({ id, sourceId, sourceKind, sourceName, targetId, targetKind }: Reviewable) => ({
  proposalId: id,
  targetKind,
  itemId: isEntityKind(targetKind) ? null : targetId,
  source: { kind: sourceKind, id: sourceId, name: sourceName }
})

/**
 * Records reviews in the streams of their targets. If one of the proposals was already reviewed, fails and records
 * none.
 */
export const recordReviews = (
  actor: string,
  commands: ReadonlyArray<StreamCommand<ProposalCommand>>,
  batchId: string
) =>
  Effect.gen(function* () {
    if (commands.length === 0) return
    const store = yield* EventStore
    const meta = { actor, cause: "web", batchId }
    const outcomes = yield* store.executeMany({ decider: proposalDecider, commands, meta })
    if (outcomes.some(Either.isLeft)) return yield* alreadyReviewed()
  })

/**
 * Marks pending proposals as accepted and queues the jobs that write them. Must be called in a transaction. Returns the
 * ids of the job runs.
 */
export const acceptAll = Effect.fn("proposals.acceptAll")(function* (
  accountId: string,
  proposals: ReadonlyArray<Reviewable>,
  decision: Decision,
  changeId: string
) {
  const sql = yield* SqlClient.SqlClient
  const ids = proposals.map(({ id }) => id)
  const accepted = yield* rowsOf(Id)(sql`
    update proposals set status = 'accepted' where id = any(${ids}::uuid[]) and status = 'pending' returning id`)
  const taken = new Set(accepted.map(({ id }) => id))
  const selected = proposals.filter(({ id }) => taken.has(id))
  yield* recordReviews(
    accountId,
    selected.map((one) => ({
      streamId: one.targetId,
      command: { _tag: "Accept" as const, ...reviewOf(one), changeId, decision }
    })),
    changeId
  )
  const runs = yield* enqueue(selected.map((one) => importOf({ ...one, changeId })))
  yield* sql`
    update proposals p set job_run_id = x.run from unnest(${selected.map(({ id }) => id)}::uuid[],
      ${runs.map(({ jobRunId }) => jobRunId)}::uuid[]) x(id, run) where p.id = x.id`
  // Accepting one result of a target also supersedes the other results of the same source and action.
  yield* sql`
    update proposals o set status = 'superseded' from proposals p
    where p.id = any(${[...taken]}::uuid[]) and o.target_id = p.target_id and o.status = 'pending'
      and o.source_kind = p.source_kind and o.source_id = p.source_id and o.action = p.action`
  return runs.map(({ jobRunId }) => jobRunId)
})

export const reviewableOf = ({ id, source, target }: Proposal): Reviewable => ({
  id,
  targetKind: target.kind,
  targetId: target.id,
  sourceKind: source.kind,
  sourceId: source.id,
  sourceName: source.name
})
