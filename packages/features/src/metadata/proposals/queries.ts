import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { entitiesVisibleTo } from "../../catalog/related/visibleEntities.ts"
import type { EntityKind } from "../../EntityKind.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { IdentifyRun, ProposalFilter, ProposalParams } from "./contract.ts"
import type { FoundEntity } from "./found.ts"
import { matchEntities, nearest } from "./match.ts"
import { isSameValue } from "./merge.ts"
import { presentOf } from "./present.ts"
import type { ProposalDetail, ProposedEntity } from "./shapes.ts"
import { proposalOf, selectProposals, selectWhole, type StoredProposal, visibleProposals } from "./stored.ts"
import { inOrder } from "./words.ts"

type Condition = ProposalFilter & Pick<ProposalParams, "status">

export const conditionOf = (
  sql: SqlClient.SqlClient,
  { batchId, kind, minConfidence, source, status, targetId }: Condition
) =>
  sql.and([
    sql.literal("true"),
    ...(status === undefined ? [] : [sql`p.status = ${status}`]),
    ...(source === undefined ? [] : [sql`p.source_id = ${source}`]),
    ...(kind === undefined ? [] : [sql`p.target_kind = ${kind}`]),
    ...(batchId === undefined ? [] : [sql`p.batch_id = ${batchId}::uuid`]),
    // Proposals for seasons and episodes are not listed while the proposal for their series is pending, because all of
    // them are reviewed together.
    ...(targetId === undefined
      ? [
          sql`(p.parent_id is null or p.status <> 'pending' or not exists (
          select from proposals s where s.id = p.parent_id and s.status = 'pending'))`
        ]
      : [sql`p.target_id = ${targetId}::uuid`]),
    ...(minConfidence === undefined ? [] : [sql`p.confidence >= ${minConfidence}`])
  ])

const Count = Schema.Struct({ n: Schema.Number })

export const listProposals = Effect.fn("proposals.list")(function* (
  principal: Principal,
  { page, perPage, ...filter }: ProposalParams
) {
  const sql = yield* SqlClient.SqlClient
  const condition = conditionOf(sql, filter)
  const { from, where } = yield* visibleProposals(principal)
  const [count] = yield* rowsOf(Count)(
    sql`select count(*)::int as n from ${from} where ${where} and ${condition}`
  )
  const items = yield* selectProposals(
    principal,
    condition,
    sql`order by p.confidence desc, p.id limit ${perPage}::bigint offset ${(page - 1) * perPage}::bigint`
  )
  return { items, total: count?.n ?? 0, page, perPage }
})

/** Returns a proposal if the caller may see its target. */
export const findProposal = Effect.fn("proposals.find")(function* (principal: Principal, id: string) {
  const sql = yield* SqlClient.SqlClient
  const [found] = isUuid(id) ? yield* selectWhole(principal, sql`p.id = ${id}::uuid`) : []
  return found ?? (yield* new NotFound({ what: "proposal" }))
})

const shownEntities = (
  principal: Principal,
  kind: EntityKind,
  found: ReadonlyArray<FoundEntity>,
  related: ReadonlySet<string>
) =>
  Effect.gen(function* () {
    const { fewEntities } = yield* entitiesVisibleTo(principal)
    const matches = yield* matchEntities(kind, found, fewEntities("e"))
    const unmatched = found.filter((_, index) => matches[index] === undefined).map(({ name }) => name)
    const candidatesOf = yield* nearest(kind, unmatched, fewEntities("e"))
    return found.map(({ as, character, fields, name, role }, index): ProposedEntity => {
      const match = matches[index]
      return {
        index,
        name,
        as: as ?? null,
        role: role ?? null,
        character: character ?? null,
        matched: match === undefined ? null : { id: match.id, name: match.name, by: match.by },
        candidates: match === undefined ? candidatesOf(name) : [],
        isPresent: match !== undefined && related.has(match.id),
        fields
      }
    })
  })

export const detailOf = Effect.fn("proposals.detail")(function* (
  principal: Principal,
  stored: StoredProposal
) {
  const { fields, images, notUnderstood, relations } = stored.found
  const present = yield* presentOf({ kind: stored.targetKind, id: stored.targetId })
  const shown = (kind: EntityKind, found: ReadonlyArray<FoundEntity>) =>
    shownEntities(principal, kind, found, present.related)
  const [studio = null] = yield* shown("studio", relations.studio === undefined ? [] : [relations.studio])
  return {
    ...proposalOf(stored),
    version: present.version,
    diff: inOrder(stored.targetKind, Object.keys(fields))
      .map((field) => [field, fields[field]] as const)
      .filter(([field, proposed]) => !isSameValue(present.valueOf(field), proposed))
      .map(([field, proposed]) => ({
        field,
        current: present.valueOf(field) ?? null,
        currentSource: present.sourceOf(field),
        isLocked: present.isLocked(field),
        proposed
      })),
    relations: {
      performers: yield* shown("performer", relations.performers ?? []),
      tags: yield* shown("tag", relations.tags ?? []),
      studio
    },
    images: images.map(({ height, kind, url, width }, index) => ({
      index,
      kind,
      url,
      width: width ?? null,
      height: height ?? null
    })),
    notUnderstood,
    children: yield* childrenOf(principal, stored.id),
    missing: stored.missing
  } satisfies ProposalDetail
})

const Numbers = Schema.Struct({
  id: Schema.String,
  season: Schema.NullOr(Schema.Number),
  episode: Schema.NullOr(Schema.Number),
  episodeEnd: Schema.NullOr(Schema.Number),
  title: Schema.NullOr(Schema.String)
})

/** Returns the proposals for the seasons and episodes of a series, sorted by their numbers. */
const childrenOf = (principal: Principal, parentId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const children = yield* selectProposals(
      principal,
      sql`p.parent_id = ${parentId}::uuid`,
      sql`order by p.id`
    )
    if (children.length === 0) return []
    const rows = yield* rowsOf(Numbers)(sql`
      select p.id, coalesce(e.season, s.number) as season, e.episode, e.episode_end as "episodeEnd",
        p.proposed ->> 'title' as title
      from proposals p left join video_episodes e on e.item_id = p.target_id
        left join season_facts s on s.item_id = p.target_id
      where p.parent_id = ${parentId}::uuid`)
    const numbers = new Map(rows.map((row) => [row.id, row]))
    return children.flatMap((child) => {
      const own = numbers.get(child.id)
      return own === undefined ? [] : [{ ...child, ...own }]
    })
  })

export const getProposal = (principal: Principal, id: string) =>
  Effect.flatMap(findProposal(principal, id), (stored) => detailOf(principal, stored))

const Outcomes = Schema.Struct({ outcome: Schema.NullOr(Schema.String), n: Schema.Number })
const Failure = Schema.Struct({ id: Schema.String, title: Schema.String, reason: Schema.String })

/**
 * Counts the outcomes of a run, and returns its first 100 failures. Only targets that the caller may see are included.
 */
export const getRun = Effect.fn("proposals.run")(function* (principal: Principal, batchId: string) {
  const sql = yield* SqlClient.SqlClient
  if (!isUuid(batchId)) return yield* new NotFound({ what: "run" })
  const { items } = yield* visibleTo(principal)
  const { fewEntities } = yield* entitiesVisibleTo(principal)
  const targets = sql`identify_items i left join items v on v.id = i.target_id left join related_entities e on e.id = i.target_id
    where i.batch_id = ${batchId}::uuid
      and ((v.id is not null and ${items("v")}) or (e.id is not null and ${fewEntities("e")}))`
  const counts = yield* rowsOf(Outcomes)(sql`select i.outcome, count(*)::int as n from ${targets} group by 1`)
  if (counts.length === 0) return yield* new NotFound({ what: "run" })
  const count = (outcome: string | null) => counts.find((row) => row.outcome === outcome)?.n ?? 0
  const failures = yield* rowsOf(Failure)(sql`
    select i.target_id as id, coalesce(v.title, e.name) as title, coalesce(i.reason, '') as reason
    from ${targets} and i.outcome = 'failed' order by i.target_id limit 100`)
  return {
    batchId,
    total: counts.reduce((sum, { n }) => sum + n, 0),
    open: count(null),
    proposed: count("proposed"),
    none: count("none"),
    failed: count("failed"),
    failures
  } satisfies IdentifyRun
})
