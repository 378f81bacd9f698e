import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Fail, Ok } from "@media/wire/Envelope"
import { reportAll } from "@media/wire/ReportAll"
import { RequireAdmin, RequireSession } from "@media/wire/Security"
import { FailAdminRequired, FailInvalid } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { AnyItemFilter, AnyItemSort, CalendarDate } from "../../catalog/items/contract.ts"
import { FailTooBroad } from "../../catalog/filters/contract.ts"
import { ItemKind } from "../../ItemKind.ts"
import { Rating } from "../../catalog/user-items/contract.ts"
import { SelectionChanged } from "./errors.ts"

/** Of one request: 5,000 ids are 200 KB, and edited in about a second. */
export const mostAtOnce = 5_000

/** What a list of this kind can be narrowed by, as JSON. */
const Filter = Schema.extend(
  Schema.Struct({
    kind: ItemKind,
    /** A list by `lastPlayedAt` or `rating` holds what the caller has played or rated; no other order narrows anything. */
    sort: Schema.optional(AnyItemSort)
  }),
  Schema.typeSchema(AnyItemFilter).pipe(Schema.omit("page", "perPage", "sort", "order"))
).annotations({ identifier: "ItemSelectionFilter" })

/** Where a filter goes on: after this item, up to the last one that matched when it began. */
const Cursor = Schema.Struct({ after: Uuid, until: Uuid }).annotations({ identifier: "ItemSelectionCursor" })

const ids = Schema.Array(Uuid).pipe(Schema.maxItems(mostAtOnce))

/** Which items: these, or all that match a filter but a few. */
const targetFields = {
  ids: Schema.optional(ids.pipe(Schema.minItems(1))),
  filter: Schema.optional(Filter),
  /** With `filter`: these stay as they are. */
  except: Schema.optional(ids),
  /** With `filter`: how many the caller was shown. Another number is answered by 409 and changes nothing. */
  expected: Schema.optional(Schema.Int.pipe(Schema.nonNegative({ message: () => "must not be negative" }))),
  /** `next` of the answer before. */
  cursor: Schema.optional(Cursor),
  /** That of the answer before: then all of them are one change in the log. One that is not the caller's begins another. */
  batchId: Schema.optional(Uuid),
  /** Only count. */
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

/** What is the library's: for administrators. */
export const ItemsEdit = TargetBody({
  changes: Schema.Struct({
    date: Schema.optional(Schema.NullOr(CalendarDate)),
    isOrganized: Schema.optional(Schema.Boolean),
    isNsfw: Schema.optional(Schema.Boolean)
  }).pipe(Schema.filter(changesSomething, emptyChange))
})

/** What is the caller's own. */
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
  /** How many the target names from here on, of those that the caller may see. */
  matched: Schema.Int,
  changed: Schema.Int,
  /** They were so already. */
  unchanged: Schema.Int,
  failedCount: Schema.Int,
  /** The first 100 of them: not there, not visible to the caller, refused, or changed by others at the same time. */
  failed: Schema.Array(
    Schema.Struct({
      id: Uuid,
      /** None of what is not there or not visible. */
      title: Schema.NullOr(Schema.String),
      message: Schema.String
    })
  ),
  /** Matches are left: the same request with this `cursor` does the next of them. */
  next: Schema.NullOr(Cursor)
}).annotations({ identifier: "ItemsChanged" })
export type ItemsChanged = typeof ItemsChanged.Type

const FailSelectionChanged = Fail(SelectionChanged, "selection_changed", 409, { matched: Schema.Int })

export class BulkAdminGroup extends HttpApiGroup.make("bulkAdmin")
  .add(
    HttpApiEndpoint.patch("edit", "/api/items")
      .setPayload(ItemsEdit)
      .addSuccess(Ok("EditItemsResponse", ItemsChanged))
      .addError(FailAdminRequired)
      .addError(FailSelectionChanged)
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
