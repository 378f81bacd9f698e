import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Ok } from "@media/wire/Envelope"
import { reportAll } from "@media/wire/ReportAll"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import { FailAdminRequired, FailConflict, FailInvalid } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { EntityKind } from "../../EntityKind.ts"
import { FieldChanges } from "../bulk/contract.ts"

/** Per request. Each entity is changed separately, and 500 take a few seconds. */
export const mostEntities = 500
const ids = Schema.Array(Uuid).pipe(
  Schema.minItems(1, { message: () => "must name an entity" }),
  Schema.maxItems(mostEntities, { message: () => `must have at most ${mostEntities} entries` })
)
const target = {
  kind: EntityKind,
  ids,
  /** Reports the outcome without changing anything. */
  dryRun: Schema.optional(Schema.Boolean)
}

/**
 * Changes by the names of fields marked "Edited in bulk" in docs/generated/fields.md, and of `parent`: a list for tags,
 * one value for studios. Facts and marks are for administrators, the caller's own state is for everyone.
 */
export const EntitiesEdit = reportAll(Schema.Struct({ ...target, changes: FieldChanges }))
export const EntitiesRemove = reportAll(Schema.Struct(target))
export type EntityTarget = typeof EntitiesRemove.Type

export const EntitiesChanged = Schema.Struct({
  /** The batch whose undo reverts all of these changes. Null after a dry run. */
  batchId: Schema.NullOr(Uuid),
  changed: Schema.Int,
  /** The number of entities that already had the requested values. */
  unchanged: Schema.Int,
  /** Entities that are unknown to the caller or in conflict, each with the reason. */
  failed: Schema.Array(
    Schema.Struct({ id: Uuid, name: Schema.NullOr(Schema.String), message: Schema.String })
  )
}).annotations({ identifier: "EntitiesChanged" })
export type EntitiesChanged = typeof EntitiesChanged.Type

export class EntityBulkAdminGroup extends HttpApiGroup.make("entityBulkAdmin")
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
    HttpApiEndpoint.patch("edit", "/api/entities")
      .setPayload(EntitiesEdit)
      .addSuccess(Ok("EditEntitiesResponse", EntitiesChanged))
      .addError(FailAdminRequired)
      .addError(FailConflict)
      .addError(FailInvalid)
  )
  .middleware(RequireSession) {}
