import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** The details that the kept item lacked and that were merged into it. */
export const Taken = Schema.Struct({
  edits: Schema.Struct({
    isOrganized: Schema.optionalWith(Schema.Literal(true), { exact: true }),
    details: Schema.optionalWith(Schema.String, { exact: true }),
    date: Schema.optionalWith(Schema.String, { exact: true }),
    isNsfw: Schema.optionalWith(Schema.Literal(true), { exact: true }),
    /** The title that a user gave to a removed item, if no user had edited the title of the kept item. */
    title: Schema.optionalWith(Schema.Struct({ from: Schema.String, to: Schema.String }), { exact: true })
  }),
  /** Markers that were added to the kept item. */
  markers: Schema.optionalWith(
    Schema.Array(
      Schema.Struct({
        markerId: Uuid,
        title: Schema.String,
        start: Schema.Number,
        end: Schema.NullOr(Schema.Number)
      })
    ),
    { exact: true }
  ),
  userStates: Schema.Array(
    Schema.Struct({
      accountId: Uuid,
      rating: Schema.optionalWith(Schema.Int, { exact: true }),
      isFavorite: Schema.optionalWith(Schema.Literal(true), { exact: true }),
      isWatched: Schema.optionalWith(Schema.Literal(true), { exact: true }),
      /** True if the playback position was merged. */
      hasProgress: Schema.optionalWith(Schema.Literal(true), { exact: true })
    })
  )
})
export type Taken = typeof Taken.Type

const resolved = { keepId: Uuid, removedIds: Schema.Array(Uuid), taken: Taken }

/** A user decided that these items are not duplicates of each other. */
export const DuplicateDismissed = event("duplicate.dismissed.v1", { itemIds: Schema.Array(Uuid) })
/** A user undid the decision that items are not duplicates. */
export const DuplicateDismissalRevoked = event("duplicate.dismissal-revoked.v1", {})
/**
 * One item was kept, and the other items were removed. Details that the kept item lacked were merged into it from the
 * other items.
 */
export const DuplicateResolved = event("duplicate.resolved.v1", resolved)
/** The resolution was undone: the merged details were removed, and the other items were restored from the trash. */
export const DuplicateResolutionUndone = event("duplicate.resolution-undone.v1", resolved)

export const DuplicateEvent = Schema.Union(
  DuplicateDismissed,
  DuplicateDismissalRevoked,
  DuplicateResolved,
  DuplicateResolutionUndone
)
export type DuplicateEvent = typeof DuplicateEvent.Type
export const duplicateEvents = DuplicateEvent.members
