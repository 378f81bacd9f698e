import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import type { EventMeta } from "@media/event-store/Event"
import { NotFound } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { changeEntity } from "../../catalog/related/commands.ts"
import { isOwnBatch } from "../../catalog/items/ownBatch.ts"
import { changeUserEntity } from "../../catalog/user-related/commands.ts"
import * as Access from "../../platform/access/Access.ts"
import { byAccount } from "../../platform/access/Command.ts"
import type { FieldChanges } from "../bulk/contract.ts"
import { removeEntity } from "../entities/commands.ts"
import type { EntitiesChanged, EntityTarget } from "./contract.ts"
import { type EntityPlan, ownFields, planOf } from "./editable.ts"
import { entitiesOfTarget, type TargetEntity } from "./queries.ts"

const Id = Schema.Struct({ id: Schema.String })

/** Error that rolls back the transaction of a dry run. The error carries the outcome to the caller. */
class RolledBack extends Data.TaggedError("RolledBack")<{ readonly outcome: EntitiesChanged }> {}

/** Returns those `ids` whose entity, or the caller's state of the entity, was changed by a batch. */
const changedIn = (batchId: string, ids: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Id)(sql`
      select distinct coalesce(e.data->>'entityId', e.stream_id::text) as id from events e
      where e.meta ? 'batchId' and e.meta->>'batchId' = ${batchId}
        and coalesce(e.data->>'entityId', e.stream_id::text) = any(${ids as Array<string>}::text[])`)
  )

/**
 * Changes each entity in its own savepoint, so that a conflict does not affect other entities. A dry run makes the same
 * changes and rolls them back, so that its outcome is exact.
 */
const actOn = <E extends { readonly message: string }, R>(
  principal: Principal,
  target: EntityTarget,
  act: (entity: TargetEntity, meta: EventMeta) => Effect.Effect<unknown, E | SqlError, R>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { entities, matched, next, unknown } = yield* entitiesOfTarget(principal, target)
    const given = target.batchId
    const isFollowing = given !== undefined && (yield* isOwnBatch(principal, given))
    const batchId = isFollowing ? given : uuidv7()
    const meta = { ...byAccount(principal, batchId), ...(isFollowing ? { follows: true as const } : {}) }
    const failed: Array<EntitiesChanged["failed"][number]> = unknown.map((id) => ({
      ...{ id, name: null },
      message: new NotFound({ what: target.kind }).message
    }))
    const refused = failed.length
    for (const entity of entities) {
      const outcome = yield* Effect.either(sql.withTransaction(act(entity, meta)))
      if (Either.isRight(outcome)) continue
      if (outcome.left instanceof SqlError) return yield* Effect.fail(outcome.left)
      failed.push({ id: entity.id, name: entity.name, message: outcome.left.message })
    }
    const changed = (yield* changedIn(
      batchId,
      entities.map(({ id }) => id)
    )).length
    const unchanged = entities.length - changed - (failed.length - refused)
    const isDryRun = target.dryRun === true
    const outcome: EntitiesChanged = {
      batchId: isDryRun || (changed === 0 && !isFollowing) ? null : batchId,
      ...{ matched, changed, unchanged, failed, next }
    }
    return isDryRun ? yield* new RolledBack({ outcome }) : outcome
  }).pipe(
    transaction,
    Effect.catchTag("RolledBack", ({ outcome }) => Effect.succeed(outcome))
  )

const parentsOf = ({ parents }: EntityPlan, before: ReadonlyArray<string>) => {
  if (parents === undefined) return {}
  const kept = parents.isReplacing ? [] : before.filter((id) => !parents.remove.includes(id))
  return { parentIds: [...new Set([...kept, ...parents.add])] }
}

/** Edits many entities of one kind: their facts, flags and parents, and the caller's own state. */
export const editEntities = Effect.fn("entityBulk.edit")(function* (
  principal: Principal,
  target: EntityTarget,
  changes: FieldChanges
) {
  const isOfLibrary = Object.keys(changes).some((name) => !ownFields.has(name))
  if (isOfLibrary) yield* Access.require(principal, "edit-entities")
  const plan = yield* planOf(target.kind, changes)
  const { accountId } = principal
  const { isFavorite, rating } = plan.own
  return yield* actOn(principal, target, ({ id, parentIds }, meta) =>
    Effect.gen(function* () {
      const whose = { accountId, entityId: id }
      if (isOfLibrary)
        yield* changeEntity(target.kind, id, { fields: plan.fields, ...parentsOf(plan, parentIds) }, meta)
      if (isFavorite !== undefined)
        yield* changeUserEntity({ _tag: "SetFavorite", ...whose, isFavorite }, meta)
      if (rating !== undefined) yield* changeUserEntity({ _tag: "Rate", ...whose, rating }, meta)
    })
  )
})

/** Deletes many entities of one kind, and removes these entities from their items. */
export const removeEntities = Effect.fn("entityBulk.remove")(function* (
  principal: Principal,
  target: EntityTarget
) {
  yield* Access.require(principal, "edit-entities")
  return yield* actOn(principal, target, ({ id }, meta) => removeEntity(target.kind, id, meta))
})
