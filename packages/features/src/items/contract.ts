import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Body, pageParams, QueryBoolean, SafeText } from "@media/wire/Query"
import * as Schema from "effect/Schema"

export const ItemStatus = Schema.Literal("arriving", "ready", "missing", "failed")
export type ItemStatus = typeof ItemStatus.Type

/** What lists say of an item of any kind, beside its `kind`. */
export const itemSummaryFields = {
  id: Uuid,
  title: Schema.String,
  status: ItemStatus,
  isMissing: Schema.Boolean,
  isNsfw: Schema.Boolean,
  isOrganized: Schema.Boolean,
  libraryId: Uuid,
  date: Schema.NullOr(Schema.String),
  /** The caller's own rating, 0 to 100. */
  rating: Schema.NullOr(Schema.Int),
  /** The caller's own. */
  isFavorite: Schema.Boolean,
  /** Bytes. */
  size: Schema.Number,
  createdAt: Timestamp,
  updatedAt: Timestamp
}

/** What the page of one item says beside that. */
export const itemDetailFields = {
  sortTitle: Schema.String,
  details: Schema.NullOr(Schema.String),
  rootId: Uuid,
  /** Relative to the library root. */
  path: Schema.String,
  /** Why the file cannot be used, or was not examined, when status is `failed`. */
  failure: Schema.NullOr(Schema.String),
  /** The reason in `failure` may pass (no permission, a canceled job): examining the file again may help. */
  isFailurePassing: Schema.Boolean,
  /** Counts the edits of this item; a PATCH may send it back to notice an edit by someone else. */
  version: Schema.Int
}

const CalendarDate = Schema.String.pipe(
  Schema.filter(
    // Date.parse makes 2024-03-01 of 2024-02-30.
    (text) => {
      const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
      return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
    },
    {
      message: () => "must be a date such as 2024-05-31"
    }
  )
)
const ratingBounds = () => "must be a whole number from 0 to 100"
export const Rating = Schema.NullOr(
  Schema.Number.annotations({ message: ratingBounds }).pipe(
    Schema.int({ message: ratingBounds }),
    Schema.between(0, 100, { message: ratingBounds })
  )
)

export const ItemPatch = Body({
  title: Schema.optional(
    SafeText(500).pipe(Schema.filter((title) => title.trim() !== "", { message: () => "must not be empty" }))
  ),
  details: Schema.optional(Schema.NullOr(SafeText(20_000))),
  date: Schema.optional(Schema.NullOr(CalendarDate)),
  rating: Schema.optional(Rating),
  isOrganized: Schema.optional(Schema.Boolean),
  isNsfw: Schema.optional(Schema.Boolean),
  /** The version the edit was made on; a later edit of the same fields answers 409. */
  expectedVersion: Schema.optional(Schema.Int)
})
export type ItemPatch = typeof ItemPatch.Type

/** Sort orders by what items of a kind have. */
export const ItemSort = Schema.Literal("createdAt", "title", "date", "size", "random")
export const TimedItemSort = Schema.Literal(...ItemSort.literals, "duration")

const filterFields = {
  ...pageParams,
  q: Schema.optional(SafeText(200)),
  libraryId: Schema.optional(Uuid),
  status: Schema.optional(ItemStatus),
  isMissing: Schema.optional(QueryBoolean),
  isOrganized: Schema.optional(QueryBoolean),
  order: Schema.optionalWith(Schema.Literal("asc", "desc"), { default: () => "desc" as const })
}
export const ItemFilter = Schema.Struct({
  ...filterFields,
  sort: Schema.optionalWith(ItemSort, { default: () => "createdAt" as const })
})
/** Of kinds that have a duration. */
export const TimedItemFilter = Schema.Struct({
  ...filterFields,
  sort: Schema.optionalWith(TimedItemSort, { default: () => "createdAt" as const })
})
export type TimedItemFilter = typeof TimedItemFilter.Type
