import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** What the kept item was given of the others: only what it did not have itself. */
export const Taken = Schema.Struct({
  edits: Schema.Struct({
    isOrganized: Schema.optionalWith(Schema.Literal(true), { exact: true }),
    details: Schema.optionalWith(Schema.String, { exact: true }),
    date: Schema.optionalWith(Schema.String, { exact: true }),
    isNsfw: Schema.optionalWith(Schema.Literal(true), { exact: true }),
    /** A person had changed the title of another copy, and no one that of the kept one. */
    title: Schema.optionalWith(Schema.Struct({ from: Schema.String, to: Schema.String }), { exact: true })
  }),
  /** New markers of the kept item. */
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
      /** Where it stands. */
      hasProgress: Schema.optionalWith(Schema.Literal(true), { exact: true })
    })
  )
})
export type Taken = typeof Taken.Type

const resolved = { keepId: Uuid, removedIds: Schema.Array(Uuid), taken: Taken }

/** A person said that these are no duplicates of one another. */
export const DuplicateDismissed = event("duplicate.dismissed.v1", { itemIds: Schema.Array(Uuid) })
/** And took it back. */
export const DuplicateDismissalRevoked = event("duplicate.dismissal-revoked.v1", {})
/** One was kept, what was known of the others given to it, and these removed. */
export const DuplicateResolved = event("duplicate.resolved.v1", resolved)
/** What was given is taken back, and the others come back from the trash. */
export const DuplicateResolutionUndone = event("duplicate.resolution-undone.v1", resolved)

export const DuplicateEvent = Schema.Union(
  DuplicateDismissed,
  DuplicateDismissalRevoked,
  DuplicateResolved,
  DuplicateResolutionUndone
)
export type DuplicateEvent = typeof DuplicateEvent.Type
export const duplicateEvents = DuplicateEvent.members
