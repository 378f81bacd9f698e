import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { EventStore, inBatches } from "@media/event-store/EventStore"
import { Conflict } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import {
  changeEntity,
  createEntity,
  type EntityValues,
  executeOnEntity
} from "../../catalog/related/commands.ts"
import type { EntityChanges } from "../../catalog/related/decider.ts"
import { hiddenTagsOf, replaceEntityTag } from "../../catalog/related/tagged.ts"
import type { EntityKind } from "../../EntityKind.ts"
import { lockKind } from "../../catalog/related/names.ts"
import { relationDecider, type RelationCommand } from "../../catalog/relations/decider.ts"
import { changeUserEntity } from "../../catalog/user-related/commands.ts"
import { replaceMarkerTag } from "../../playback/markers/tags.ts"
import * as Access from "../../platform/access/Access.ts"
import { byAccount } from "../../platform/access/Command.ts"
import { getEntity } from "./detail.ts"
import { findSummary } from "./queries.ts"
import type { EntityPatch } from "./shapes.ts"

/** Returns metadata with a new batch id for a request of a user, so that undo reverts the whole request. */
export const batchOf = (principal: Principal): EventMeta => byAccount(principal, uuidv7())

const valuesOf = (patch: EntityPatch, hidden: ReadonlySet<string>): EntityValues => {
  const { aliases, disambiguation, expectedVersion: _, name, parentIds, tags, ...fields } = patch
  return {
    ...{ name, disambiguation, aliases, parentIds, fields: fields as EntityChanges },
    ...(tags === undefined ? {} : { tags: { names: tags, source: "user", hidden } })
  }
}

/** Returns the entity after an edit, even if the edit marked the entity as NSFW and the caller hides NSFW content. */
export const getAfterEdit = <Kind extends EntityKind>(principal: Principal, kind: Kind, id: string) =>
  Effect.orElse(getEntity(principal, kind, id), () => getEntity({ ...principal, showNsfw: true }, kind, id))

export const createOne = Effect.fn("entities.create")(function* <Kind extends EntityKind>(
  principal: Principal,
  kind: Kind,
  payload: EntityPatch & { readonly name: string }
) {
  yield* Access.require(principal, "edit-entities")
  const id = yield* createEntity(
    kind,
    { ...valuesOf(payload, new Set()), name: payload.name },
    batchOf(principal)
  )
  return yield* getAfterEdit(principal, kind, id)
})

export const changeOne = Effect.fn("entities.change")(function* <Kind extends EntityKind>(
  principal: Principal,
  kind: Kind,
  id: string,
  payload: EntityPatch
) {
  yield* findSummary(principal, kind, id)
  yield* Access.require(principal, "edit-entities")
  const { expectedVersion } = payload
  const hidden = payload.tags === undefined ? new Set<string>() : yield* hiddenTagsOf(principal, id)
  yield* changeEntity(kind, id, { ...valuesOf(payload, hidden), expectedVersion }, batchOf(principal))
  return yield* getAfterEdit(principal, kind, id)
})

const Id = Schema.Struct({ id: Schema.String })
const perBatch = 1_000

/** Executes the same command on many items. Fails if a different request changed one of the items at the same time. */
export const executeOnItems = (itemIds: ReadonlyArray<string>, command: RelationCommand, meta: EventMeta) =>
  Effect.forEach(
    inBatches(itemIds, perBatch),
    (ids) =>
      Effect.gen(function* () {
        const store = yield* EventStore
        const outcomes = yield* store.executeMany({
          decider: relationDecider,
          commands: ids.map((streamId) => ({ streamId, command })),
          meta
        })
        if (outcomes.some((outcome) => Either.isLeft(outcome) && outcome.left._tag === "VersionConflict"))
          return yield* new Conflict({
            reason: "Someone else changed the items at the same time. Try again."
          })
      }),
    { discard: true }
  )

/** Returns the ids of all items that are related to an entity, including hidden items. */
export const itemsHaving = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Id)(
      sql`select distinct item_id as id from item_relations where entity_id = ${id} order by item_id`
    )
    return rows.map((row) => row.id)
  })

const Child = Schema.Struct({ id: Schema.String, parentIds: Schema.Array(Schema.String) })
/** Returns the direct children of an entity, each with all of its parents. */
export const childrenOf = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Child)(sql`
      select p.entity_id as id, array(select a.parent_id from related_parents a where a.entity_id = p.entity_id) as "parentIds"
      from related_parents p where p.parent_id = ${id} order by p.entity_id`)
  )

/**
 * Deletes an entity. Also removes the entity from its items, from markers, from other entities, and from the parents of
 * its children. Does not check permissions.
 */
export const removeEntity = Effect.fn("entities.removeEntity")(
  (kind: EntityKind, id: string, meta: EventMeta) =>
    Effect.gen(function* () {
      yield* lockKind(kind)
      yield* executeOnItems(yield* itemsHaving(id), { _tag: "Unrelate", to: id }, meta)
      if (kind === "tag") {
        yield* replaceMarkerTag(id, null, meta)
        yield* replaceEntityTag(id, null, meta)
      }
      for (const child of yield* childrenOf(id)) {
        const parentIds = child.parentIds.filter((parentId) => parentId !== id)
        yield* executeOnEntity(child.id, { _tag: "SetParents", parentIds }, meta)
      }
      yield* executeOnEntity(id, { _tag: "Remove" }, meta)
    }).pipe(transaction)
)

export const removeOne = Effect.fn("entities.remove")(function* (
  principal: Principal,
  kind: EntityKind,
  id: string
) {
  yield* findSummary(principal, kind, id)
  yield* Access.require(principal, "edit-entities")
  yield* removeEntity(kind, id, batchOf(principal))
  return null
})

type StateChange =
  | { readonly _tag: "Rate"; readonly rating: number | null }
  | { readonly _tag: "SetFavorite"; readonly isFavorite: boolean }

/** Changes the caller's rating or favorite of an entity. Fails if the caller may not see the entity. */
export const changeEntityState = Effect.fn("entities.changeState")(function* (
  principal: Principal,
  kind: EntityKind,
  entityId: string,
  change: StateChange
) {
  yield* findSummary(principal, kind, entityId)
  const { accountId } = principal
  yield* changeUserEntity({ ...change, accountId, entityId }, byAccount(principal))
  return null
})
