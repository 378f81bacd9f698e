import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Fail, Ok } from "@media/wire/Envelope"
import { SafeText } from "@media/wire/Query"
import { reportAll } from "@media/wire/ReportAll"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import { FailAdminRequired, FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { AnyItemFilter, AnyItemSort } from "../../catalog/items/contract.ts"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { ItemKind } from "../../ItemKind.ts"
import { SelectionChanged } from "./errors.ts"

/** Maximum number of ids per request: 5,000 are 200 KB, and are edited in about a second. */
export const mostAtOnce = 5_000

/** The filters of the item list, as JSON. */
export const SelectionFilter = Schema.extend(
  Schema.Struct({
    /** One kind, or several for a list that mixes them. */
    kind: Schema.Union(ItemKind, Schema.NonEmptyArray(ItemKind)),
    /**
     * A list sorted by `lastPlayedAt` or `rating` contains only items that the caller has played or rated; other orders
     * do not filter.
     */
    sort: Schema.optional(AnyItemSort)
  }),
  Schema.typeSchema(AnyItemFilter).pipe(Schema.omit("page", "perPage", "sort", "order"))
).annotations({ identifier: "ItemSelectionFilter" })

/** The position from which a filter continues: after one item, up to the last item that matched at the start. */
export const SelectionCursor = Schema.Struct({ after: Uuid, until: Uuid }).annotations({
  identifier: "ItemSelectionCursor"
})

const ids = Schema.Array(Uuid).pipe(Schema.maxItems(mostAtOnce))

/** The items to change: these, or all that match a filter with some exceptions. */
const named = {
  ids: Schema.optional(ids.pipe(Schema.minItems(1))),
  filter: Schema.optional(SelectionFilter)
}
const selection = {
  /** With `filter`: items to exclude. */
  except: Schema.optional(ids),
  /**
   * With `filter`: the number that the user confirmed. If the number has changed, the request fails with 409 and
   * changes nothing.
   */
  expected: Schema.optional(Schema.Int.pipe(Schema.nonNegative({ message: () => "must not be negative" }))),
  /** The `next` value of the previous response. */
  cursor: Schema.optional(SelectionCursor),
  /**
   * The id from the previous response, so that all requests are one change in the log. Another caller's id starts a
   * new batch.
   */
  batchId: Schema.optional(Uuid),
  /** Counts without changing anything. */
  dryRun: Schema.optional(Schema.Boolean)
}
export type ItemTarget = Schema.Struct.Type<typeof named & typeof selection>

const onlyWithFilter = ["except", "expected", "cursor"] as const

/** A body that names what it is about in exactly one way: in its field `ids`, or in its field `filter`. */
export const TargetBody = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  reportAll(
    Schema.Struct({ ...selection, ...fields }).pipe(
      Schema.filter((body) => {
        const target = body as Pick<ItemTarget, "ids" | (typeof onlyWithFilter)[number]> & {
          readonly filter?: unknown
        }
        if ((target.ids === undefined) === (target.filter === undefined)) {
          return { path: ["ids"], message: "must be given, or filter, but not both" }
        }
        return target.filter !== undefined
          ? []
          : onlyWithFilter
              .filter((name) => target[name] !== undefined)
              .map((name) => ({ path: [name], message: "goes with filter only" }))
      })
    )
  )

const emptyChange = { message: () => "must change something" }

const mostEntries = 500
const entries = Schema.optional(Schema.Array(SafeText(2_000)).pipe(Schema.maxItems(mostEntries)))

/**
 * The change of one field. A list takes `add`, `remove` and `replace`, every other field `set`, and both `clear`. Fields that files
 * and websites state take `unlock`.
 */
export const FieldChange = Schema.Struct({
  set: Schema.optional(Schema.Union(SafeText(20_000), Schema.Number, Schema.Boolean)),
  /** Removes the value. */
  clear: Schema.optional(Schema.Literal(true)),
  /** Removes what people chose, so that the value of the file, or of another source, is shown. */
  unlock: Schema.optional(Schema.Literal(true)),
  /** Names, of which an unknown one creates an entity, web addresses, or ids such as `imdb:tt0133093`. */
  add: entries,
  remove: entries,
  replace: entries
}).pipe(
  Schema.filter(({ add, clear, remove, replace, set, unlock }) => {
    const ways = [set, clear, unlock, replace, add ?? remove].filter((way) => way !== undefined).length
    return ways === 1 ? undefined : "must have one of set, clear, unlock and replace, or add and remove"
  })
)
export type FieldChange = typeof FieldChange.Type

/** How to treat values that someone set manually, and fields that someone changed since the form was opened. */
const Choice = Schema.optional(Schema.Literal("skip", "overwrite"))

export const FieldChanges = Schema.Record({
  key: Schema.String.pipe(Schema.maxLength(100)),
  value: FieldChange
}).pipe(Schema.filter((changes) => Object.keys(changes).length > 0, emptyChange))
export type FieldChanges = typeof FieldChanges.Type

const editFields = {
  /** Changes by the names of fields marked "Edited in bulk" in docs/generated/fields.md. */
  changes: FieldChanges,
  /** How to treat locked values, which a person or an NFO file set. Default: `skip`. */
  onLocked: Choice,
  /** The `position` of the values that the user saw. */
  since: Schema.optional(Schema.Int.pipe(Schema.between(0, 2 ** 53 - 1))),
  /** How to treat fields that were changed after `since`. Default: `skip`. */
  onConflict: Choice,
  /**
   * With `dryRun`: makes the change for the first few thousand items and rolls it back, so that the response states the
   * result.
   */
  isTried: Schema.optional(Schema.Boolean)
}

/** Only administrators may change fields of the library. Everyone may change their own state. */
export const ItemsEdit = TargetBody({ ...named, ...editFields })
export type EditOptions = Omit<Schema.Struct.Type<typeof editFields>, "isTried">

export const ItemsExamine = TargetBody(named)

/**
 * With `deleteFile`, the files are moved to the trash of their roots. Otherwise they stay, and scans ignore them.
 */
export const ItemsRemove = TargetBody({ ...named, deleteFile: Schema.optional(Schema.Boolean) })

/** The most failures that one response lists. */
export const mostFailuresListed = 100

export const ItemsChanged = Schema.Struct({
  /** Identifies this change in the log, for its history and undo. */
  batchId: Uuid,
  /** The number of remaining target items that the caller may see. */
  matched: Schema.Int,
  changed: Schema.Int,
  /** Number of items that already had the values. */
  unchanged: Schema.Int,
  failedCount: Schema.Int,
  /** The first 100 failures: unknown, hidden, rejected, or changed by someone else at the same time. */
  failed: Schema.Array(
    Schema.Struct({
      id: Uuid,
      /** Null for unknown and hidden items. */
      title: Schema.NullOr(Schema.String),
      message: Schema.String
    })
  ),
  /** Set if more matches remain: the same request with this `cursor` continues. */
  next: Schema.NullOr(SelectionCursor)
}).annotations({ identifier: "ItemsChanged" })
export type ItemsChanged = typeof ItemsChanged.Type

/** Why an item or a field of it was not changed. */
export const SkippedEdit = Schema.Struct({
  id: Uuid,
  /** Null for unknown and hidden items. */
  title: Schema.NullOr(Schema.String),
  /** Null if the whole item was rejected. */
  field: Schema.NullOr(Schema.String),
  /** `locked` and `conflict` can be overwritten. */
  reason: Schema.Literal("locked", "conflict", "rejected"),
  /** A sentence. */
  message: Schema.String
}).annotations({ identifier: "SkippedEdit" })
export type SkippedEdit = typeof SkippedEdit.Type

/** The most skipped values that one answer lists. */
export const mostSkippedListed = 500

export const ItemsEdited = Schema.Struct({
  /** Identifies this change in the log, for its history and undo. */
  batchId: Uuid,
  matched: Schema.Int,
  /** The number of items that a dry run tried. */
  tried: Schema.Int,
  changed: Schema.Int,
  /** Number of items that already had the values. */
  unchanged: Schema.Int,
  /** The number of unknown, hidden or rejected items. */
  failedCount: Schema.Int,
  /** Number of items with a locked value, and of items with a value that was changed since the form was opened. */
  lockedCount: Schema.Int,
  conflictCount: Schema.Int,
  /** The first 500. */
  skipped: Schema.Array(SkippedEdit),
  /** The number of items that each part of the change affects. */
  effects: Schema.Array(
    Schema.Struct({
      field: Schema.String,
      action: Schema.Literal("set", "add", "remove", "unlock"),
      /** Null for a cleared value, and for what a replaced list loses. */
      value: Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean)),
      count: Schema.Int
    })
  ),
  /** True if a job makes the change: see `/api/history/batches/{batchId}`. */
  isRunning: Schema.Boolean
}).annotations({ identifier: "ItemsEdited" })
export type ItemsEdited = typeof ItemsEdited.Type

/** The present values of a selection in one field: those that all items have, and those that only some have. */
export const FieldValues = Schema.Struct({
  name: Schema.String,
  label: Schema.String,
  type: Schema.Literal("text", "number", "date", "boolean", "rating", "names", "choice"),
  /** The possible values of a choice. */
  choices: Schema.optional(Schema.Array(Schema.String)),
  /** Several names or entries at once. */
  isList: Schema.Boolean,
  /** True if the field belongs to the caller's own state. */
  isOwn: Schema.Boolean,
  /** False if the field always has a value. */
  canClear: Schema.Boolean,
  /** True if other sources than people state the field. */
  canUnlock: Schema.Boolean,
  /** How many different values there are. */
  total: Schema.Int,
  /** The most frequent five, or 50 of a list; null for items without a value. */
  values: Schema.Array(
    Schema.Struct({
      value: Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean)),
      count: Schema.Int
    })
  )
}).annotations({ identifier: "FieldValues" })
export type FieldValues = typeof FieldValues.Type

export const SelectionValues = Schema.Struct({
  matched: Schema.Int,
  /** Send this as `since` with the change. */
  position: Schema.Int,
  /** The editable fields that all items of the selection have. */
  fields: Schema.Array(FieldValues)
}).annotations({ identifier: "SelectionValues" })
export type SelectionValues = typeof SelectionValues.Type

export const ItemsValues = TargetBody(named)

export const FailSelectionChanged = Fail(SelectionChanged, "selection_changed", 409, { matched: Schema.Int })

export class BulkAdminGroup extends HttpApiGroup.make("bulkAdmin")
  .add(
    HttpApiEndpoint.post("examine", "/api/items/examine")
      .setPayload(ItemsExamine)
      .addSuccess(Ok("ExamineItemsResponse", ItemsChanged))
      .addError(FailAdminRequired)
      .addError(FailSelectionChanged)
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
  .add(
    HttpApiEndpoint.post("remove", "/api/items/remove")
      .setPayload(ItemsRemove)
      .addSuccess(Ok("RemoveItemsResponse", ItemsChanged))
      .addError(FailAdminRequired)
      .addError(FailSelectionChanged)
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
  .middleware(RequireAdmin) {}

export class BulkGroup extends HttpApiGroup.make("bulk")
  .add(
    HttpApiEndpoint.patch("edit", "/api/items")
      .setPayload(ItemsEdit)
      .addSuccess(Ok("EditItemsResponse", ItemsEdited))
      .addError(FailConflict)
      .addError(FailNotFound)
      .addError(FailAdminRequired)
      .addError(FailSelectionChanged)
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
  .add(
    /** The values of a selection before it is edited. */
    HttpApiEndpoint.post("values", "/api/items/values")
      .setPayload(ItemsValues)
      .addSuccess(Ok("SelectionValuesResponse", SelectionValues))
      .addError(FailSelectionChanged)
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
  .middleware(RequireSession) {}
