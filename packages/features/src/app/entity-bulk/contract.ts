import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok } from "@media/wire/Envelope"
import { reportAll } from "@media/wire/ReportAll"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import { FailAdminRequired, FailInvalid } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { Rating } from "../../catalog/user-items/contract.ts"
import { EntityKind, hierarchies } from "../../EntityKind.ts"

/** Per request: each is changed by itself, and 500 take a few seconds. */
export const mostEntities = 500
const ids = Schema.Array(Uuid).pipe(
  Schema.minItems(1, { message: () => "must name an entity" }),
  Schema.maxItems(mostEntities, { message: () => `must have at most ${mostEntities} entries` })
)
const target = {
  kind: EntityKind,
  ids,
  /** Reports what would happen, and changes nothing. */
  dryRun: Schema.optional(Schema.Boolean)
}
const changesSomething = (fields: object): boolean =>
  Object.values(fields).some((value) => value !== undefined)
const emptyChange = { message: () => "must change something" }
const parentIds = Schema.optional(Schema.Array(Uuid).pipe(Schema.maxItems(100)))

const Changes = Schema.Struct({
  isNsfw: Schema.optional(Schema.Boolean),
  ignoreAutoTag: Schema.optional(Schema.Boolean),
  /** Tags only: puts them below more tags, or takes them away from some. */
  parents: Schema.optional(Schema.Struct({ add: parentIds, remove: parentIds })),
  /** Studios only; null puts them at the top. */
  parentId: Schema.optional(Schema.NullOr(Uuid))
}).pipe(Schema.filter(changesSomething, emptyChange))
export type EntitiesChanges = typeof Changes.Type

export const EntitiesEdit = reportAll(
  Schema.Struct({ ...target, changes: Changes }).pipe(
    Schema.filter(({ changes, kind }) => {
      if (changes.parents !== undefined && hierarchies[kind] !== "graph")
        return { path: ["changes", "parents"], message: "is for tags only" }
      return changes.parentId !== undefined && hierarchies[kind] !== "tree"
        ? { path: ["changes", "parentId"], message: "is for studios only" }
        : undefined
    })
  )
)
export const EntitiesRemove = reportAll(Schema.Struct(target))
export const EntitiesUserState = reportAll(
  Schema.Struct({
    ...target,
    userState: Schema.Struct({
      isFavorite: Schema.optional(Schema.Boolean),
      rating: Schema.optional(Rating)
    }).pipe(Schema.filter(changesSomething, emptyChange))
  })
)
export type EntityUserState = (typeof EntitiesUserState.Type)["userState"]
export type EntityTarget = typeof EntitiesRemove.Type

export const EntitiesChanged = Schema.Struct({
  /** Undo it to undo all of this. Null after a dry run. */
  batchId: Schema.NullOr(Uuid),
  changed: Schema.Int,
  /** Entities that already were as requested. */
  unchanged: Schema.Int,
  /** Unknown to the caller, or in conflict, each with the reason. */
  failed: Schema.Array(
    Schema.Struct({ id: Uuid, name: Schema.NullOr(Schema.String), message: Schema.String })
  )
}).annotations({ identifier: "EntitiesChanged" })
export type EntitiesChanged = typeof EntitiesChanged.Type

export class EntityBulkAdminGroup extends HttpApiGroup.make("entityBulkAdmin")
  .add(
    HttpApiEndpoint.patch("edit", "/api/entities")
      .setPayload(EntitiesEdit)
      .addSuccess(Ok("EditEntitiesResponse", EntitiesChanged))
      .addError(FailAdminRequired)
      .addError(FailInvalid)
  )
  .add(
    HttpApiEndpoint.post("remove", "/api/entities/remove")
      .setPayload(EntitiesRemove)
      .addSuccess(Ok("RemoveEntitiesResponse", EntitiesChanged))
      .addError(FailAdminRequired)
      .addError(FailInvalid)
  )
  .middleware(RequireAdmin) {}

export class EntityBulkGroup extends HttpApiGroup.make("entityBulk")
  .add(
    HttpApiEndpoint.patch("setUserState", "/api/entities/user-state")
      .setPayload(EntitiesUserState)
      .addSuccess(Ok("EntitiesUserStateResponse", EntitiesChanged))
      .addError(FailInvalid)
  )
  .middleware(RequireSession) {}
