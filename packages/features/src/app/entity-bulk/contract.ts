import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok } from "@media/wire/Envelope"
import { SafeText } from "@media/wire/Query"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import { FailAdminRequired, FailConflict, FailInvalid } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { limits as queryLimits } from "@media/query/Tree"
import { EntityKind } from "../../EntityKind.ts"
import {
  FailSelectionChanged,
  FieldChanges,
  FieldValues,
  SelectionCursor,
  TargetBody
} from "../bulk/contract.ts"

/** Per request. Each entity is changed separately, and 500 take a few seconds. */
export const mostEntities = 500
const ids = Schema.Array(Uuid).pipe(
  Schema.minItems(1, { message: () => "must name an entity" }),
  Schema.maxItems(mostEntities, { message: () => `must have at most ${mostEntities} entries` })
)
/** The filter of the list of a kind, as JSON. */
export const EntityFilter = Schema.Struct({
  q: Schema.optional(SafeText(queryLimits.text)),
  parentId: Schema.optional(Uuid),
  favorite: Schema.optional(Schema.Boolean),
  hasItems: Schema.optional(Schema.Boolean),
  hasParent: Schema.optional(Schema.Boolean)
}).annotations({ identifier: "EntitySelectionFilter" })

/** The entities to change: these, or all that match a filter with some exceptions, 500 per request. */
const target = { kind: EntityKind, ids: Schema.optional(ids), filter: Schema.optional(EntityFilter) }

/**
 * Changes by the names of fields marked "Edited in bulk" in docs/generated/fields.md, and of `parent`: a list for tags,
 * one value for studios. Facts and marks are for administrators, the caller's own state is for everyone.
 */
export const EntitiesEdit = TargetBody({ ...target, changes: FieldChanges })
export const EntitiesRemove = TargetBody(target)
export const EntitiesValues = TargetBody(target)
export type EntityTarget = typeof EntitiesRemove.Type

export const EntitiesChanged = Schema.Struct({
  /** The batch whose undo reverts all of these changes. Null after a dry run. */
  batchId: Schema.NullOr(Uuid),
  /** The number of remaining entities of the target that the caller may see. */
  matched: Schema.Int,
  changed: Schema.Int,
  /** The number of entities that already had the requested values. */
  unchanged: Schema.Int,
  /** Entities that are unknown to the caller or in conflict, each with the reason. */
  failed: Schema.Array(
    Schema.Struct({ id: Uuid, name: Schema.NullOr(Schema.String), message: Schema.String })
  ),
  /** Set if more matches remain: the same request with this `cursor` and this `batchId` continues. */
  next: Schema.NullOr(SelectionCursor)
}).annotations({ identifier: "EntitiesChanged" })
export type EntitiesChanged = typeof EntitiesChanged.Type

/** The present values of the selected entities in the fields that the caller may edit. */
export const EntitySelectionValues = Schema.Struct({
  matched: Schema.Int,
  fields: Schema.Array(FieldValues)
}).annotations({ identifier: "EntitySelectionValues" })
export type EntitySelectionValues = typeof EntitySelectionValues.Type

export class EntityBulkAdminGroup extends HttpApiGroup.make("entityBulkAdmin")
  .add(
    HttpApiEndpoint.post("remove", "/api/entities/remove")
      .setPayload(EntitiesRemove)
      .addSuccess(Ok("RemoveEntitiesResponse", EntitiesChanged))
      .addError(FailAdminRequired)
      .addError(FailSelectionChanged)
      .addError(FailInvalid)
  )
  .middleware(RequireAdmin) {}

export class EntityBulkGroup extends HttpApiGroup.make("entityBulk")
  .add(
    HttpApiEndpoint.patch("edit", "/api/entities")
      .setPayload(EntitiesEdit)
      .addSuccess(Ok("EditEntitiesResponse", EntitiesChanged))
      .addError(FailAdminRequired)
      .addError(FailConflict)
      .addError(FailSelectionChanged)
      .addError(FailInvalid)
  )
  .add(
    HttpApiEndpoint.post("values", "/api/entities/values")
      .setPayload(EntitiesValues)
      .addSuccess(Ok("EntitySelectionValuesResponse", EntitySelectionValues))
      .addError(FailSelectionChanged)
      .addError(FailInvalid)
  )
  .middleware(RequireSession) {}
