import * as SqlClient from "@effect/sql/SqlClient"
import { Invalid, NotFound } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { SelectionChanged } from "../../app/bulk/errors.ts"
import { requireUnchanged } from "../../catalog/items/decider.ts"
import { isEntityKind } from "../../EntityKind.ts"
import type { TargetKind } from "../../IdentifySource.ts"
import * as Access from "../../platform/access/Access.ts"
import type { AcceptManyBody } from "./contract.ts"
import type { AcceptBody, Decision } from "./decision.ts"
import { alreadyReviewed } from "./decider.ts"
import { presentItem } from "./present.ts"
import { conditionOf, findProposal } from "./queries.ts"
import { requireReadable } from "./readableDecision.ts"
import { acceptAll, recordReviews, reviewableOf, reviewOf } from "./review.ts"
import { selectProposals, selectWhole, type StoredProposal } from "./stored.ts"
import { fieldNamed } from "./words.ts"

const requireEdit = (principal: Principal, { targetId, targetKind }: StoredProposal) =>
  isEntityKind(targetKind)
    ? Access.require(principal, "edit-entities")
    : Access.require(principal, "edit-item", { id: targetId })

const Id = Schema.Struct({ id: Schema.String })

/**
 * Fails with a conflict if a field that this request would change has been edited since `expectedVersion`, the version
 * that the reviewer saw.
 */
const requireReviewed = (stored: StoredProposal, { expectedVersion, fields: chosen }: AcceptBody) =>
  Effect.gen(function* () {
    if (expectedVersion === undefined || isEntityKind(stored.targetKind)) return
    const { item } = yield* presentItem(stored.targetId)
    const fields = chosen ?? [...Object.keys(stored.found.fields), ...Object.keys(stored.found.relations)]
    yield* Either.match(
      requireUnchanged(
        expectedVersion,
        fields.map((field) => fieldNamed(stored.targetKind, field)),
        item
      ),
      { onLeft: Effect.fail, onRight: () => Effect.void }
    )
  })

const childrenOf = (principal: Principal, { id }: StoredProposal, cascade: AcceptBody["cascade"]) =>
  Effect.gen(function* () {
    if (cascade === undefined || cascade.length === 0) return []
    const sql = yield* SqlClient.SqlClient
    const children = yield* selectWhole(principal, sql`p.parent_id = ${id}::uuid and p.status = 'pending'`)
    if (cascade === "all") return children
    const chosen = children.filter((child) => cascade.includes(child.id))
    if (chosen.length === cascade.length) return chosen
    const message = "must name pending proposals of this series"
    return yield* new Invalid({ reason: `cascade: ${message}`, fields: [{ path: "cascade", message }] })
  })

/**
 * Accepts a proposal for `target`, which must have this kind and, for videos, this role. A job writes the values later.
 */
export const acceptProposal = Effect.fn("proposals.accept")(function* (
  principal: Principal,
  target: { readonly kind: TargetKind; readonly id: string; readonly role?: string },
  body: AcceptBody
) {
  const sql = yield* SqlClient.SqlClient
  const stored = yield* findProposal(principal, body.scrapeResultId)
  if (stored.targetId !== target.id.toLowerCase() || stored.targetKind !== target.kind)
    return yield* new NotFound({ what: "proposal" })
  if (target.role !== undefined) {
    const [found] = yield* rowsOf(Id)(
      sql`select id from items where id = ${stored.targetId}::uuid and role = ${target.role}::item_role`
    )
    if (found === undefined) return yield* new NotFound({ what: target.role })
  }
  yield* requireEdit(principal, stored)
  if (stored.status !== "pending") return yield* alreadyReviewed()
  const { cascade, expectedVersion: _, scrapeResultId: __, ...given } = body
  const decision: Decision = yield* requireReadable(principal, stored, given)
  yield* requireReviewed(stored, body)
  const children = yield* childrenOf(principal, stored, cascade)
  const changeId = uuidv7()
  return yield* transaction(
    Effect.gen(function* () {
      const [jobRunId] = yield* acceptAll(principal.accountId, [stored], decision, changeId)
      if (jobRunId === undefined) return yield* alreadyReviewed()
      if (children.length > 0) yield* acceptAll(principal.accountId, children, {}, changeId)
      return { jobRunId, changeId }
    })
  )
})

/**
 * Returns an SQL condition that is true if the proposal `p` is the only pending proposal for its target, so that the
 * user need not choose between several.
 */
const isOnly = (sql: SqlClient.SqlClient) => sql`not exists (select from proposals other
  where other.target_id = p.target_id and other.status = 'pending' and other.id <> p.id)`

export const acceptMany = Effect.fn("proposals.acceptMany")(function* (
  principal: Principal,
  { dryRun = false, expected, fields, filter, ids = [] }: AcceptManyBody
) {
  const sql = yield* SqlClient.SqlClient
  const condition =
    filter === undefined
      ? sql`p.id = any(${ids as Array<string>}::uuid[]) and p.status = 'pending'`
      : sql.and([conditionOf(sql, { ...filter, status: "pending" }), isOnly(sql)])
  const found = yield* selectProposals(principal, condition, sql`order by p.id`)
  if (filter !== undefined && expected !== undefined && expected !== found.length)
    return yield* new SelectionChanged({ matched: found.length })
  if (filter === undefined && found.length === 0) return yield* new NotFound({ what: "proposal" })
  if (dryRun || found.length === 0) return { accepted: found.length, changeId: null, jobRunIds: [] }
  yield* Effect.orDie(Access.require(principal, "edit-entities"))
  const changeId = uuidv7()
  const jobRunIds = yield* transaction(
    acceptAll(principal.accountId, found.map(reviewableOf), fields === undefined ? {} : { fields }, changeId)
  )
  return { accepted: jobRunIds.length, changeId, jobRunIds }
})

export const rejectProposal = Effect.fn("proposals.reject")(function* (principal: Principal, id: string) {
  const sql = yield* SqlClient.SqlClient
  const stored = yield* findProposal(principal, id)
  yield* Effect.orDie(requireEdit(principal, stored))
  if (stored.status === "rejected") return null
  return yield* transaction(
    Effect.gen(function* () {
      const rejected = yield* rowsOf(Id)(
        sql`update proposals set status = 'rejected' where id = ${id}::uuid and status = 'pending' returning id`
      )
      if (rejected.length === 0) return yield* alreadyReviewed()
      const command = { _tag: "Reject" as const, ...reviewOf(stored) }
      yield* sql`update proposals set status = 'superseded' where parent_id = ${id}::uuid and status = 'pending'`
      yield* recordReviews(principal.accountId, [{ streamId: stored.targetId, command }], uuidv7())
      return null
    })
  )
})
