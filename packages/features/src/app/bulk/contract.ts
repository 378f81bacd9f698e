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

/** Maximum number of ids per request. 5,000 ids take up 200 KB, and an edit of 5,000 items takes about a second. */
export const mostAtOnce = 5_000

/** The filter parameters of the item list as JSON. */
export const SelectionFilter = Schema.extend(
  Schema.Struct({
    /** One kind, or several kinds for a list of mixed kinds. */
    kind: Schema.Union(ItemKind, Schema.NonEmptyArray(ItemKind)),
    /**
     * The sort order is part of the filter, because a list sorted by `lastPlayedAt` or `rating` contains only items
     * that the caller has played or rated. All other sort orders have no effect on the selection.
     */
    sort: Schema.optional(AnyItemSort)
  }),
  Schema.typeSchema(AnyItemFilter).pipe(Schema.omit("page", "perPage", "sort", "order"))
).annotations({ identifier: "ItemSelectionFilter" })

/**
 * The position at which the next request continues: after the item `after`, up to and including the item `until`.
 * `until` is the last item that matched when the first request started.
 */
export const SelectionCursor = Schema.Struct({ after: Uuid, until: Uuid }).annotations({
  identifier: "ItemSelectionCursor"
})

const ids = Schema.Array(Uuid).pipe(Schema.maxItems(mostAtOnce))

/**
 * The items to change: either the items with these ids, or all items that match a filter except the items in `except`.
 */
const named = {
  ids: Schema.optional(ids.pipe(Schema.minItems(1))),
  filter: Schema.optional(SelectionFilter)
}
const selection = {
  /** With `filter`: ids of items to exclude. */
  except: Schema.optional(ids),
  /**
   * With `filter`: the number of items that the user confirmed. If the number has changed, the request fails with 409
   * and changes no items.
   */
  expected: Schema.optional(Schema.Int.pipe(Schema.nonNegative({ message: () => "must not be negative" }))),
  /** The `next` value of the previous response. */
  cursor: Schema.optional(SelectionCursor),
  /**
   * The batch id from the previous response, so that all requests belong to one change in the log. A batch id of a
   * different account is ignored, and the request starts a new batch.
   */
  batchId: Schema.optional(Uuid),
  /** True to count the items without changing them. */
  dryRun: Schema.optional(Schema.Boolean)
}
export type ItemTarget = Schema.Struct.Type<typeof named & typeof selection>

const onlyWithFilter = ["except", "expected", "cursor"] as const

/** A request body that contains either `ids` or `filter`, but not both. */
export const TargetBody = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  reportAll(
    Schema.Struct({ ...selection, ...fields }).pipe(
      Schema.filter((body) => {
        const target = body as Pick<ItemTarget, "ids" | (typeof onlyWithFilter)[number]> & {
          readonly filter?: unknown
        }
        if ((target.ids === undefined) === (target.filter === undefined)) {
          return { path: ["ids"], message: "exactly one of ids and filter must be given" }
        }
        return target.filter !== undefined
          ? []
          : onlyWithFilter
              .filter((name) => target[name] !== undefined)
              .map((name) => ({ path: [name], message: "can only be used with filter" }))
      })
    )
  )

const emptyChange = { message: () => "must contain at least one change" }

const mostEntries = 500
const entries = Schema.optional(Schema.Array(SafeText(2_000)).pipe(Schema.maxItems(mostEntries)))

/**
 * The change to one field. List fields accept `add`, `remove` and `replace`. All other fields accept `set`. All fields
 * accept `clear` unless they always have a value. Fields whose value can also come from a file or a website accept
 * `unlock`.
 */
export const FieldChange = Schema.Struct({
  set: Schema.optional(Schema.Union(SafeText(20_000), Schema.Number, Schema.Boolean)),
  /** True to remove the value. */
  clear: Schema.optional(Schema.Literal(true)),
  /** True to remove the value that a user set. The field then shows the value of the file or of a website. */
  unlock: Schema.optional(Schema.Literal(true)),
  /**
   * Entries of a list field: names (an unknown name creates an entity), web addresses, or ids such as `imdb:tt0133093`.
   */
  add: entries,
  remove: entries,
  replace: entries
}).pipe(
  Schema.filter(({ add, clear, remove, replace, set, unlock }) => {
    const ways = [set, clear, unlock, replace, add ?? remove].filter((way) => way !== undefined).length
    return ways === 1
      ? undefined
      : "must contain exactly one of set, clear, unlock or replace, or else add, remove or both"
  })
)
export type FieldChange = typeof FieldChange.Type

/** The choice to skip or to overwrite a value. */
const Choice = Schema.optional(Schema.Literal("skip", "overwrite"))

export const FieldChanges = Schema.Record({
  key: Schema.String.pipe(Schema.maxLength(100)),
  value: FieldChange
}).pipe(Schema.filter((changes) => Object.keys(changes).length > 0, emptyChange))
export type FieldChanges = typeof FieldChanges.Type

const editFields = {
  /** The changes, keyed by field name. docs/generated/fields.md marks the allowed fields with "Edited in bulk". */
  changes: FieldChanges,
  /** Skips or overwrites locked values, which a user or an NFO file has set. The default is `skip`. */
  onLocked: Choice,
  /** The `position` in the `SelectionValues` response whose values the form shows. */
  since: Schema.optional(Schema.Int.pipe(Schema.between(0, 2 ** 53 - 1))),
  /** Skips or overwrites fields that were changed after `since`. The default is `skip`. */
  onConflict: Choice,
  /**
   * Has an effect only with `dryRun`. If true, the server changes the first 5,000 items and then rolls the change back,
   * so that the response contains the effects of the change.
   */
  isTried: Schema.optional(Schema.Boolean)
}

/**
 * A bulk edit. Only administrators may change fields of the library. Every account may change its own state of items.
 */
export const ItemsEdit = TargetBody({ ...named, ...editFields })
export type EditOptions = Omit<Schema.Struct.Type<typeof editFields>, "isTried">

export const ItemsExamine = TargetBody(named)

/**
 * With `deleteFile`, the files are moved to the trash of their roots. Otherwise, the files are kept and scans skip
 * them.
 */
export const ItemsRemove = TargetBody({ ...named, deleteFile: Schema.optional(Schema.Boolean) })

/** Maximum number of failures in a response. */
export const mostFailuresListed = 100

export const ItemsChanged = Schema.Struct({
  /** Identifies this change in the log, for its history and undo. */
  batchId: Uuid,
  /** Number of target items that the caller may see, not counting items that earlier requests processed. */
  matched: Schema.Int,
  changed: Schema.Int,
  /** Number of items that already had the values. */
  unchanged: Schema.Int,
  failedCount: Schema.Int,
  /**
   * The first 100 failures: unknown, hidden and rejected items, and items that someone else changed at the same time.
   */
  failed: Schema.Array(
    Schema.Struct({
      id: Uuid,
      /** Title of the item, or null for unknown and hidden items. */
      title: Schema.NullOr(Schema.String),
      message: Schema.String
    })
  ),
  /** Position of the remaining items, or null if no items remain. Repeat the request with this value as `cursor`. */
  next: Schema.NullOr(SelectionCursor)
}).annotations({ identifier: "ItemsChanged" })
export type ItemsChanged = typeof ItemsChanged.Type

/** An item, or a field of an item, that was not changed, with the reason. */
export const SkippedEdit = Schema.Struct({
  id: Uuid,
  /** Title of the item, or null for unknown and hidden items. */
  title: Schema.NullOr(Schema.String),
  /** Name of the field, or null if the whole item was rejected. */
  field: Schema.NullOr(Schema.String),
  /**
   * The reason for skipping. An edit can overwrite `locked` values with `onLocked`, and `conflict` values with
   * `onConflict`.
   */
  reason: Schema.Literal("locked", "conflict", "rejected"),
  /** The reason as a message for users. */
  message: Schema.String
}).annotations({ identifier: "SkippedEdit" })
export type SkippedEdit = typeof SkippedEdit.Type

/** Maximum number of skipped values in a response. */
export const mostSkippedListed = 500

export const ItemsEdited = Schema.Struct({
  /** Identifies this change in the log, for its history and undo. */
  batchId: Uuid,
  matched: Schema.Int,
  /** Number of items for which a dry run tried the change. */
  tried: Schema.Int,
  changed: Schema.Int,
  /** Number of items that already had the values. */
  unchanged: Schema.Int,
  /** Number of unknown, hidden and rejected items. */
  failedCount: Schema.Int,
  /**
   * Number of items with a locked value that was skipped. `conflictCount` is the number of items with a skipped value
   * that was changed after `since`.
   */
  lockedCount: Schema.Int,
  conflictCount: Schema.Int,
  /** The first 500 skipped values. */
  skipped: Schema.Array(SkippedEdit),
  /** The effects of the change, one for each field or list entry, with the number of affected items. */
  effects: Schema.Array(
    Schema.Struct({
      field: Schema.String,
      action: Schema.Literal("set", "add", "remove", "unlock"),
      /**
       * Null if the change clears the value or unlocks the field, and for entities that the new list no longer
       * contains.
       */
      value: Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean)),
      count: Schema.Int
    })
  ),
  /** True if a job makes the change. `/api/history/batches/{batchId}` returns its progress. */
  isRunning: Schema.Boolean
}).annotations({ identifier: "ItemsEdited" })
export type ItemsEdited = typeof ItemsEdited.Type

/** The current values of one field in a selection, with the number of items that have each value. */
export const FieldValues = Schema.Struct({
  name: Schema.String,
  label: Schema.String,
  type: Schema.Literal("text", "number", "date", "boolean", "rating", "names", "choice"),
  /** The allowed values of a field of the type `choice`. */
  choices: Schema.optional(Schema.Array(Schema.String)),
  /** True if the field contains several names or entries. */
  isList: Schema.Boolean,
  /** True if the field is part of the caller's own state of an item. */
  isOwn: Schema.Boolean,
  /** False if the field always has a value. */
  canClear: Schema.Boolean,
  /** True if the value can also come from files or websites, so that the field can be unlocked. */
  canUnlock: Schema.Boolean,
  /** Number of distinct values. */
  total: Schema.Int,
  /**
   * The five most frequent values, or the 50 most frequent entries of a list. Null stands for items without a value.
   */
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
  /** The position in the log to send as `since` when the selection is edited. */
  position: Schema.Int,
  /** The editable fields that all items in the selection have. */
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
    /** Returns the current values of a selection, which the form for an edit shows. */
    HttpApiEndpoint.post("values", "/api/items/values")
      .setPayload(ItemsValues)
      .addSuccess(Ok("SelectionValuesResponse", SelectionValues))
      .addError(FailSelectionChanged)
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
  .middleware(RequireSession) {}
