import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { toTimestamp } from "@media/kernel/Timestamp"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { entitiesVisibleTo } from "../../catalog/related/visibleEntities.ts"
import { MatchType, SourceKind, TargetKind } from "../../IdentifySource.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { Decision } from "./decision.ts"
import type { Found } from "./found.ts"
import { type Proposal, ProposalOutcome, ProposalStatus } from "./shapes.ts"

const text = Schema.NullOr(Schema.String)
const Row = Schema.Struct({
  id: Schema.String,
  createdAt: Schema.DateFromSelf,
  batchId: text,
  sourceKind: SourceKind,
  sourceId: Schema.String,
  sourceName: Schema.String,
  targetKind: TargetKind,
  targetId: Schema.String,
  title: Schema.String,
  action: Schema.String,
  matchType: MatchType,
  confidence: Schema.Number,
  url: text,
  status: ProposalStatus,
  parentId: text,
  reviewedAt: Schema.NullOr(Schema.DateFromSelf),
  changeId: text,
  jobRunId: text,
  outcome: Schema.NullOr(ProposalOutcome)
})
const Whole = Schema.Struct({
  ...Row.fields,
  reviewedBy: text,
  appliedAt: Schema.NullOr(Schema.DateFromSelf),
  proposed: Schema.Any,
  relations: Schema.Any,
  images: Schema.Any,
  notUnderstood: Schema.Any,
  missing: Schema.Array(
    Schema.Struct({
      season: Schema.NullOr(Schema.Int),
      episode: Schema.NullOr(Schema.Int),
      title: Schema.String
    })
  ),
  decision: Schema.Any
})

/** A stored proposal with the complete result of its source. */
export interface StoredProposal extends Omit<
  typeof Whole.Type,
  "proposed" | "relations" | "images" | "notUnderstood" | "decision"
> {
  readonly found: Found
  readonly decision: Decision | null
}

const columns = `p.id, p.created_at as "createdAt", p.batch_id as "batchId", p.source_kind as "sourceKind",
  p.source_id as "sourceId", p.source_name as "sourceName", p.target_kind as "targetKind", p.target_id as "targetId",
  coalesce(v.title, e.name, '') as title, p.action, p.match_type as "matchType", p.confidence, p.url, p.status, p.parent_id as "parentId",
  r.reviewed_at as "reviewedAt", r.change_id as "changeId", p.job_run_id as "jobRunId", p.outcome`
const tables = `proposals p left join items v on v.id = p.target_id left join related_entities e on e.id = p.target_id
  left join proposal_reviews r on r.proposal_id = p.id`
const wholeColumns = `${columns}, r.reviewed_by as "reviewedBy", p.applied_at as "appliedAt", p.proposed, p.relations, p.images,
  p.not_understood as "notUnderstood", p.missing, r.decision`

export const toProposal = (row: typeof Row.Type): Proposal => ({
  id: row.id,
  batchId: row.batchId,
  source: { kind: row.sourceKind, id: row.sourceId, name: row.sourceName },
  target: { kind: row.targetKind, id: row.targetId, title: row.title },
  action: row.action,
  matchType: row.matchType,
  confidence: row.confidence,
  url: row.url,
  status: row.status,
  parentId: row.parentId,
  createdAt: toTimestamp(row.createdAt),
  reviewedAt: row.reviewedAt === null ? null : toTimestamp(row.reviewedAt),
  changeId: row.changeId,
  jobRunId: row.jobRunId,
  outcome: row.outcome
})

const toStored = ({
  images,
  notUnderstood,
  proposed,
  relations,
  ...row
}: typeof Whole.Type): StoredProposal => ({
  ...row,
  found: { fields: proposed, relations, images, notUnderstood } as Found
})

/**
 * Returns the SQL `from` and `where` clauses for proposals `p` whose target the caller may see. The target is joined as
 * the item `v` or the entity `e`.
 */
export const visibleProposals = (principal: Principal) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { items } = yield* visibleTo(principal)
    const { fewEntities } = yield* entitiesVisibleTo(principal)
    return {
      from: sql.literal(tables),
      where: sql`((v.id is not null and ${items("v")}) or (e.id is not null and ${fewEntities("e")}))`
    }
  })

/** Returns the matching proposals that the caller may see. */
export const selectProposals = (principal: Principal, condition: Fragment, rest: Fragment) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { from, where } = yield* visibleProposals(principal)
    const rows = yield* rowsOf(Row)(
      sql`select ${sql.literal(columns)} from ${from} where ${where} and ${condition} ${rest}`
    )
    return rows.map(toProposal)
  })

/** Returns the matching proposals that the caller may see, with the complete results of their sources, sorted by id. */
export const selectWhole = (principal: Principal, condition: Fragment) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { from, where } = yield* visibleProposals(principal)
    const rows = yield* rowsOf(Whole)(
      sql`select ${sql.literal(wholeColumns)} from ${from} where ${where} and ${condition} order by p.id`
    )
    return rows.map(toStored)
  })

/** Reads a proposal for a job that acts on behalf of the reviewer. Locks the row until the end of the transaction. */
export const lockProposal = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Whole)(
      sql`select ${sql.literal(wholeColumns)} from ${sql.literal(tables)} where p.id = ${id}::uuid for update of p`
    )
    return rows.map(toStored)[0]
  })

export const proposalOf = (row: StoredProposal): Proposal => toProposal(row)
