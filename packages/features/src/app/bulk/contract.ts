import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Fail, Ok } from "@media/wire/Envelope"
import { reportAll } from "@media/wire/ReportAll"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import { FailAdminRequired, FailConflict, FailInvalid, FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { AnyItemFilter, AnyItemSort, CalendarDate } from "../../catalog/items/contract.ts"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { EntityName } from "../../catalog/relations/contract.ts"
import { ItemKind } from "../../ItemKind.ts"
import { Rating } from "../../catalog/user-items/contract.ts"
import { SelectionChanged } from "./errors.ts"

/** Per request: 5,000 ids are 200 KB, and edited in about a second. */
export const mostAtOnce = 5_000

/** The filters of such a list, as JSON. */
export const SelectionFilter = Schema.extend(
  Schema.Struct({
    kind: ItemKind,
    /**
     * A list sorted by `lastPlayedAt` or `rating` contains only items that the caller has played or rated; other orders
     * do not filter.
     */
    sort: Schema.optional(AnyItemSort)
  }),
  Schema.typeSchema(AnyItemFilter).pipe(Schema.omit("page", "perPage", "sort", "order"))
).annotations({ identifier: "ItemSelectionFilter" })

/** Where a filter continues: after this item, up to the last one that matched when it began. */
const Cursor = Schema.Struct({ after: Uuid, until: Uuid }).annotations({ identifier: "ItemSelectionCursor" })

const ids = Schema.Array(Uuid).pipe(Schema.maxItems(mostAtOnce))

/** The items to change: these, or all that match a filter with some exceptions. */
const targetFields = {
  ids: Schema.optional(ids.pipe(Schema.minItems(1))),
  filter: Schema.optional(SelectionFilter),
  /** With `filter`: items to exclude. */
  except: Schema.optional(ids),
  /** With `filter`: the number that the caller was shown. Another number is answered with 409 and changes nothing. */
  expected: Schema.optional(Schema.Int.pipe(Schema.nonNegative({ message: () => "must not be negative" }))),
  /** `next` of the answer before. */
  cursor: Schema.optional(Cursor),
  /** The previous answer's: then all requests are one change in the log. Another caller's id starts a new one. */
  batchId: Schema.optional(Uuid),
  /** Only counts. */
  dryRun: Schema.optional(Schema.Boolean)
}
export type ItemTarget = Schema.Struct.Type<typeof targetFields>

const onlyWithFilter = ["except", "expected", "cursor"] as const

/** A body that names its items in exactly one way. */
const TargetBody = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  reportAll(
    Schema.Struct({ ...targetFields, ...fields }).pipe(
      Schema.filter((body) => {
        const target = body as ItemTarget
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

const changesSomething = (fields: object): boolean =>
  Object.values(fields).some((value) => value !== undefined)
const emptyChange = { message: () => "must change something" }

const mostNames = 500
const names = Schema.optional(Schema.Array(EntityName).pipe(Schema.maxItems(mostNames)))
/** Adds and removes some entities by their names, or replaces all of them. */
const ListChange = Schema.Struct({ add: names, remove: names, replace: names }).pipe(
  Schema.filter(({ add, remove, replace }) => {
    if (replace !== undefined && (add !== undefined || remove !== undefined))
      return { path: ["replace"], message: "excludes add and remove" }
    return add === undefined && remove === undefined && replace === undefined
      ? { path: [], message: "must add, remove or replace something" }
      : undefined
  })
)
export type ListChange = typeof ListChange.Type

/** Fields of the library: for administrators. */
export const ItemsEdit = TargetBody({
  /**
   * With `dryRun`: makes the change and takes it back, so that the answer counts the items that would change, that already have
   * the values, and that cannot be changed. Of a filter, the first thousands are tried.
   */
  isTried: Schema.optional(Schema.Boolean),
  changes: Schema.Struct({
    date: Schema.optional(Schema.NullOr(CalendarDate)),
    isOrganized: Schema.optional(Schema.Boolean),
    isNsfw: Schema.optional(Schema.Boolean),
    /** An unknown name creates an entity. */
    performers: Schema.optional(ListChange),
    tags: Schema.optional(ListChange),
    /** Replaces the studio; null removes it. */
    studio: Schema.optional(Schema.NullOr(EntityName))
  }).pipe(Schema.filter(changesSomething, emptyChange))
})

export type ItemsEditChanges = (typeof ItemsEdit.Type)["changes"]

/** Fields of the caller's own state. */
export const ItemsUserState = TargetBody({
  userState: Schema.Struct({
    isFavorite: Schema.optional(Schema.Boolean),
    rating: Schema.optional(Rating),
    isWatched: Schema.optional(Schema.Boolean)
  }).pipe(Schema.filter(changesSomething, emptyChange))
})
export type UserStateChanges = (typeof ItemsUserState.Type)["userState"]

export const ItemsExamine = TargetBody({})

/** With `deleteFile` the files go to the trash of their roots; else they stay, and scans leave them out. */
export const ItemsRemove = TargetBody({ deleteFile: Schema.optional(Schema.Boolean) })

/** The most failures that one answer lists. */
export const mostFailuresListed = 100

export const ItemsChanged = Schema.Struct({
  /** Names this change in the log, for history and undo. */
  batchId: Uuid,
  /** The number of remaining target items that the caller may see. */
  matched: Schema.Int,
  changed: Schema.Int,
  /** Number of items that already had the values. */
  unchanged: Schema.Int,
  failedCount: Schema.Int,
  /** The first 100 failures: unknown, hidden from the caller, rejected, or changed by others at the same time. */
  failed: Schema.Array(
    Schema.Struct({
      id: Uuid,
      /** Null for unknown and hidden items. */
      title: Schema.NullOr(Schema.String),
      message: Schema.String
    })
  ),
  /** More matches remain: the same request with this `cursor` continues. */
  next: Schema.NullOr(Cursor)
}).annotations({ identifier: "ItemsChanged" })
export type ItemsChanged = typeof ItemsChanged.Type

const ListValues = Schema.Struct({
  /** How many different ones there are. */
  total: Schema.Int,
  /** The most frequent 50. */
  values: Schema.Array(Schema.Struct({ id: Uuid, name: Schema.String, count: Schema.Int }))
})
const ScalarValues = Schema.Struct({
  total: Schema.Int,
  /** The most frequent five; null for items without a value. */
  values: Schema.Array(
    Schema.Struct({ value: Schema.NullOr(Schema.Union(Schema.String, Schema.Boolean)), count: Schema.Int })
  )
})

/** The present values of a selection: what all have, and what only some have. */
export const SelectionValues = Schema.Struct({
  matched: Schema.Int,
  date: ScalarValues,
  isOrganized: ScalarValues,
  isNsfw: ScalarValues,
  performers: ListValues,
  tags: ListValues,
  studio: ListValues
}).annotations({ identifier: "SelectionValues" })
export type SelectionValues = typeof SelectionValues.Type

export const ItemsValues = TargetBody({})

const FailSelectionChanged = Fail(SelectionChanged, "selection_changed", 409, { matched: Schema.Int })

export class BulkAdminGroup extends HttpApiGroup.make("bulkAdmin")
  .add(
    HttpApiEndpoint.patch("edit", "/api/items")
      .setPayload(ItemsEdit)
      .addSuccess(Ok("EditItemsResponse", ItemsChanged))
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
      .addError(FailAdminRequired)
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
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
    HttpApiEndpoint.patch("setUserState", "/api/items/user-state")
      .setPayload(ItemsUserState)
      .addSuccess(Ok("ItemsUserStateResponse", ItemsChanged))
      .addError(FailSelectionChanged)
      .addError(FailInvalid)
      .addError(FailTooBroad)
  )
  .middleware(RequireSession) {}
