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

/**
 * Changes by the names of fields with "Edited in bulk" in docs/generated/fields.md, and of `parent`: a list for tags, one for
 * studios. Facts and marks are for administrators, the caller's own state is for everyone.
 */
export const EntitiesEdit = reportAll(Schema.Struct({ ...target, changes: FieldChanges }))
export const EntitiesRemove = reportAll(Schema.Struct(target))
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
