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

/** Maximum number of entities per request. Changing 500 entities, each separately, takes a few seconds. */
export const mostEntities = 500
const ids = Schema.Array(Uuid).pipe(
  Schema.minItems(1, { message: () => "must contain at least one entity" }),
  Schema.maxItems(mostEntities, { message: () => `must have at most ${mostEntities} entries` })
)
/** The filter parameters of a list of entities as JSON. */
export const EntityFilter = Schema.Struct({
  q: Schema.optional(SafeText(queryLimits.text)),
  parentId: Schema.optional(Uuid),
  favorite: Schema.optional(Schema.Boolean),
  hasItems: Schema.optional(Schema.Boolean),
  hasParent: Schema.optional(Schema.Boolean)
}).annotations({ identifier: "EntitySelectionFilter" })

/** The entities to change: the entities with these ids, or at most 500 entities that match a filter. */
const target = { kind: EntityKind, ids: Schema.optional(ids), filter: Schema.optional(EntityFilter) }

/**
 * Changes, keyed by field name. docs/generated/fields.md marks the allowed fields with "Edited in bulk". `parent` is
 * also allowed: a list for tags, a single value for studios. Only administrators may change facts, flags and parents.
 * Every account may change its own state.
 */
export const EntitiesEdit = TargetBody({ ...target, changes: FieldChanges })
export const EntitiesRemove = TargetBody(target)
export const EntitiesValues = TargetBody(target)
export type EntityTarget = typeof EntitiesRemove.Type

export const EntitiesChanged = Schema.Struct({
  /** The batch id for undoing all changes together. Null after a dry run, and if no entity changed. */
  batchId: Schema.NullOr(Uuid),
  /** Number of visible target entities, not counting entities that earlier requests processed. */
  matched: Schema.Int,
  changed: Schema.Int,
  /** Number of entities that already had the requested values. */
  unchanged: Schema.Int,
  /** Unknown and hidden entities, and entities that could not be changed, each with the reason. */
  failed: Schema.Array(
    Schema.Struct({ id: Uuid, name: Schema.NullOr(Schema.String), message: Schema.String })
  ),
  /** Null if no entities remain. Otherwise, repeat the request with this value as `cursor` and the same `batchId`. */
  next: Schema.NullOr(SelectionCursor)
}).annotations({ identifier: "EntitiesChanged" })
export type EntitiesChanged = typeof EntitiesChanged.Type

/** The current values of the selected entities, for the fields that the caller may edit. */
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
