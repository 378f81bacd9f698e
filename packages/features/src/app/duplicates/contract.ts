import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok, OkNull, Page } from "@media/wire/Envelope"
import { Body, pageParams } from "@media/wire/Query"
import { idPath } from "@media/wire/Resource"
import { RequireAdmin } from "@media/wire/Security"
import { FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { MixedItem } from "../../catalog/items/contract.ts"
import { ItemKind } from "../../ItemKind.ts"
import { keepRules } from "./keeper.ts"

export const KeepRule = Schema.Literal(...keepRules)

const DuplicateItem = Schema.Struct({
  item: MixedItem,
  /** Relative to the root of its library. */
  path: Schema.String,
  /** Bits per second. */
  bitRate: Schema.NullOr(Schema.Number),
  container: Schema.NullOr(Schema.String),
  videoCodec: Schema.NullOr(Schema.String),
  /**
   * Number of different bits in the perceptual hash, of 64, compared with the kept item; null if one of them has no
   * hash.
   */
  bits: Schema.NullOr(Schema.Int),
  /** True if it has the same content as the kept item. */
  isSame: Schema.Boolean
}).annotations({ identifier: "DuplicateItem" })

/** The most items of a group that a response lists. */
export const mostOfGroup = 50

export const DuplicateGroup = Schema.Struct({
  /** True if all items have the same content. */
  isIdentical: Schema.Boolean,
  /** The number of items; at most 50 are listed. */
  count: Schema.Int,
  /** The item to keep according to the rule. */
  keepId: Uuid,
  /** The rule that selected it; null if none did. */
  keepBecause: Schema.NullOr(KeepRule),
  /** Bytes that resolving the group would free. */
  spare: Schema.Number,
  items: Schema.Array(DuplicateItem)
}).annotations({ identifier: "DuplicateGroup" })
export type DuplicateGroup = typeof DuplicateGroup.Type

const bounded = (min: number, max: number) =>
  Schema.NumberFromString.pipe(Schema.int(), Schema.between(min, max))

/** The loosest similarity that a list can request: bits of the perceptual hash, and seconds. */
export const mostBits = 10
export const mostSeconds = 86_400

export const DuplicateFilter = Schema.Struct({
  ...pageParams,
  kind: Schema.optionalWith(ItemKind, { default: () => "video" as const }),
  /**
   * The maximum number of different bits in the perceptual hash, of 64. Without it, only identical contents are
   * duplicates.
   */
  distance: Schema.optional(bounded(0, mostBits)),
  /** Maximum difference of durations, in seconds, for similar items. */
  seconds: Schema.optionalWith(bounded(0, mostSeconds), { default: () => 10 }),
  /** The first criterion for the item to keep. */
  keepBy: Schema.optionalWith(KeepRule, { default: () => "resolution" as const })
})
export type DuplicateFilter = typeof DuplicateFilter.Type

export const RememberedDismissal = Schema.Struct({
  id: Uuid,
  at: Schema.String,
  items: Schema.Array(Schema.Struct({ id: Uuid, kind: ItemKind, title: Schema.String, path: Schema.String }))
}).annotations({ identifier: "RememberedDismissal" })
export type RememberedDismissal = typeof RememberedDismissal.Type

/** Groups resolved by one request or rule that can still be undone. */
export const ResolvedBatch = Schema.Struct({
  id: Uuid,
  at: Timestamp,
  /** Null for a deleted account. */
  by: Schema.NullOr(Schema.String),
  groups: Schema.Int,
  /** The number of items that an undo restores. */
  removed: Schema.Int,
  /** The first three titles. */
  titles: Schema.Array(Schema.String),
  /** When the first of the items is deleted from the trash. */
  expiresAt: Timestamp
}).annotations({ identifier: "ResolvedBatch" })
export type ResolvedBatch = typeof ResolvedBatch.Type

const ids = (least: number) =>
  Schema.Array(Uuid).pipe(
    Schema.minItems(least, { message: () => `must have at least ${least} ids` }),
    Schema.maxItems(100, { message: () => "must have at most 100 ids" })
  )
export const Dismissal = Body({ itemIds: ids(2) })
export const Resolution = Body({
  keepId: Uuid,
  removeIds: ids(1),
  /**
   * Moves their files to the trash of their root; otherwise only their records are removed. Both can be undone for 30
   * days.
   */
  deleteFile: Schema.optional(Schema.Boolean),
  /** An earlier resolution of the same account, with which this one is undone. */
  batchId: Schema.optional(Uuid)
})
export type Resolution = typeof Resolution.Type

const Failed = Schema.Array(Schema.Struct({ id: Uuid, message: Schema.String }))

export class DuplicatesGroup extends HttpApiGroup.make("duplicates")
  .add(
    HttpApiEndpoint.get("list", "/api/duplicates")
      .setUrlParams(DuplicateFilter)
      .addSuccess(Page("DuplicatesResponse", DuplicateGroup))
  )
  .add(
    /** Dismissed pairs, newest first. */
    HttpApiEndpoint.get("dismissals", "/api/duplicates/dismissals")
      .setUrlParams(Schema.Struct(pageParams))
      .addSuccess(Page("DismissalsResponse", RememberedDismissal))
  )
  .add(
    /** Records that these items are not duplicates of each other. */
    HttpApiEndpoint.post("dismiss", "/api/duplicates/dismissals")
      .setPayload(Dismissal)
      .addSuccess(Ok("DismissDuplicatesResponse", Schema.Struct({ dismissalId: Uuid })))
      .addError(FailNotFound)
  )
  .add(
    HttpApiEndpoint.del("revoke", "/api/duplicates/dismissals/:id")
      .setPath(idPath)
      .addSuccess(OkNull)
      .addError(FailNotFound)
      .addError(FailConflict)
  )
  .add(
    /** Merges missing details of the others into the kept item, then removes them. */
    HttpApiEndpoint.post("resolve", "/api/duplicates/resolutions")
      .setPayload(Resolution)
      .addSuccess(
        Ok(
          "ResolveDuplicatesResponse",
          Schema.Struct({ resolutionId: Uuid, batchId: Uuid, removed: Schema.Int, failed: Failed })
        )
      )
      .addError(FailNotFound)
      .addError(FailInvalid)
      .addError(FailConflict)
  )
  .add(
    /** Resolved groups that can be undone like every batch, newest first. */
    HttpApiEndpoint.get("batches", "/api/duplicates/batches")
      .setUrlParams(Schema.Struct(pageParams))
      .addSuccess(Page("ResolvedBatchesResponse", ResolvedBatch))
  )
  .middleware(RequireAdmin) {}
