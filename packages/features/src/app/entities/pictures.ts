import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { rowOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { executeOnEntity } from "../../catalog/related/commands.ts"
import { pictureField, type StoredPicture } from "../../catalog/related/picture.ts"
import { entitiesVisibleTo } from "../../catalog/related/visibleEntities.ts"
import type { EntityKind } from "../../EntityKind.ts"
import * as Access from "../../platform/access/Access.ts"
import { renewOwn, storeOwn } from "../../playback/pictures/own.ts"
import { servedOrRenewed } from "../../playback/pictures/serve.ts"
import { batchOf, getAfterEdit } from "./commands.ts"
import { findSummary } from "./queries.ts"

const Stored = Schema.Struct({ owner: Schema.String, version: Schema.String, width: Schema.Number })
const Row = Schema.Struct({ picture: Schema.NullOr(Stored) })

/**
 * Returns the stored picture of an entity, or null if the entity has no picture. Fails with `NotFound` if the caller
 * may not see the entity.
 */
const pictureSeen = (principal: Principal, kind: EntityKind, id: string) =>
  Effect.gen(function* () {
    if (!isUuid(id)) return yield* new NotFound({ what: kind })
    const sql = yield* SqlClient.SqlClient
    const visibility = yield* entitiesVisibleTo(principal)
    const found = yield* rowOf(Row)(sql`
      select e.facts -> ${sql.literal(`'${pictureField}'`)} as picture from related_entities e
      where e.id = ${id} and e.kind = ${sql.literal(`'${kind}'`)} and ${visibility.fewEntities("e")}`)
    return Option.isSome(found) ? found.value.picture : yield* new NotFound({ what: kind })
  })

/**
 * Returns the bytes of an entity's picture, or undefined if the entity has no picture. Fails with `NotFound` if the
 * caller may not see the entity.
 */
export const serveEntityPicture = Effect.fn("entities.servePicture")(function* (
  principal: Principal,
  kind: EntityKind,
  id: string,
  asked: Parameters<typeof servedOrRenewed>[2]
) {
  const picture = yield* pictureSeen(principal, kind, id)
  if (picture === null) return undefined
  const { owner, version } = picture
  const served = yield* servedOrRenewed(owner, picture, asked, renewOwn(version))
  // The URL contains a version, because the encoder of a later release may produce different bytes from the same
  // original.
  return served === undefined ? undefined : { ...served, version }
})

export const requireEditable = Effect.fn("entities.requireEditable")(function* (
  principal: Principal,
  kind: EntityKind,
  id: string
) {
  yield* findSummary(principal, kind, id)
  yield* Access.require(principal, "edit-entities")
})

const record = (principal: Principal, id: string, picture: StoredPicture | null) =>
  transaction(executeOnEntity(id, { _tag: "Edit", changes: { [pictureField]: picture } }, batchOf(principal)))

/**
 * Stores an uploaded picture for an entity. The first bytes of the file must be those of a supported picture format.
 */
export const uploadEntityPicture = Effect.fn("entities.uploadPicture")(function* (
  principal: Principal,
  kind: EntityKind,
  id: string,
  bytes: Buffer
) {
  yield* requireEditable(principal, kind, id)
  yield* record(principal, id, yield* storeOwn(id, bytes))
  return yield* getAfterEdit(principal, kind, id)
})

/** Removes the picture of an entity. The original file is kept for undo. */
export const removeEntityPicture = Effect.fn("entities.removePicture")(function* (
  principal: Principal,
  kind: EntityKind,
  id: string
) {
  yield* requireEditable(principal, kind, id)
  yield* record(principal, id, null)
  return null
})
