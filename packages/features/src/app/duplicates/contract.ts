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
  /** Path of the file relative to the library root. */
  path: Schema.String,
  /** Bit rate in bits per second. */
  bitRate: Schema.NullOr(Schema.Number),
  container: Schema.NullOr(Schema.String),
  videoCodec: Schema.NullOr(Schema.String),
  /**
   * Number of different bits between the perceptual hashes (64 bits) of this item and the item to keep. Null if one of
   * the two items has no hash.
   */
  bits: Schema.NullOr(Schema.Int),
  /** True if the content is the same as the content of the item to keep. */
  isSame: Schema.Boolean
}).annotations({ identifier: "DuplicateItem" })

/** Maximum number of items of a group in a response. */
export const mostOfGroup = 50

export const DuplicateGroup = Schema.Struct({
  /** True if all items have the same content. */
  isIdentical: Schema.Boolean,
  /** Number of items in the group. The response lists at most 50 items. */
  count: Schema.Int,
  /** The item that the rules select to keep. */
  keepId: Uuid,
  /** The rule that selected the item to keep, or null if no rule distinguished the items. */
  keepBecause: Schema.NullOr(KeepRule),
  /** Disk space in bytes that resolving the group would free. */
  spare: Schema.Number,
  items: Schema.Array(DuplicateItem)
}).annotations({ identifier: "DuplicateGroup" })
export type DuplicateGroup = typeof DuplicateGroup.Type

const bounded = (min: number, max: number) =>
  Schema.NumberFromString.pipe(Schema.int(), Schema.between(min, max))

/** The largest value that a request may set for `distance`. `mostSeconds` is the largest value for `seconds`. */
export const mostBits = 10
export const mostSeconds = 86_400

export const DuplicateFilter = Schema.Struct({
  ...pageParams,
  kind: Schema.optionalWith(ItemKind, { default: () => "video" as const }),
  /**
   * Maximum number of different bits in the perceptual hash (64 bits). If not set, only items with identical content
   * are duplicates.
   */
  distance: Schema.optional(bounded(0, mostBits)),
  /** Maximum difference of durations in seconds, for similar items. */
  seconds: Schema.optionalWith(bounded(0, mostSeconds), { default: () => 10 }),
  /** The rule that is applied first to select the item to keep. */
  keepBy: Schema.optionalWith(KeepRule, { default: () => "resolution" as const })
})
export type DuplicateFilter = typeof DuplicateFilter.Type

export const RememberedDismissal = Schema.Struct({
  id: Uuid,
  at: Schema.String,
  items: Schema.Array(Schema.Struct({ id: Uuid, kind: ItemKind, title: Schema.String, path: Schema.String }))
}).annotations({ identifier: "RememberedDismissal" })
export type RememberedDismissal = typeof RememberedDismissal.Type

/** A batch of groups that one request or one rule has resolved and that can still be undone. */
export const ResolvedBatch = Schema.Struct({
  id: Uuid,
  at: Timestamp,
  /** Name of the account that resolved the groups, or null if the account was deleted. */
  by: Schema.NullOr(Schema.String),
  groups: Schema.Int,
  /** Number of items that undo would restore. */
  removed: Schema.Int,
  /** The first three titles. */
  titles: Schema.Array(Schema.String),
  /** Time at which the first of the items will be permanently deleted from the trash. */
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
   * True to move the files of the removed items to the trash of their roots. Otherwise, only the items are removed and
   * the files are kept. The removal can be undone for 30 days in both cases.
   */
  deleteFile: Schema.optional(Schema.Boolean),
  /** The batch id of an earlier resolution by the same account. The two resolutions are then undone together. */
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
    /** Lists dismissals, newest first. */
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
    /** Merges missing details of the other items into the item to keep, and then removes the other items. */
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
    /** Lists batches of resolved groups that can be undone, newest first. */
    HttpApiEndpoint.get("batches", "/api/duplicates/batches")
      .setUrlParams(Schema.Struct(pageParams))
      .addSuccess(Page("ResolvedBatchesResponse", ResolvedBatch))
  )
  .middleware(RequireAdmin) {}
