import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

const whose = { accountId: Uuid, itemId: Uuid }

/** An account rated an item from 0 to 100. Null removes the rating. */
export const ItemRated = event("user-item.rated.v1", { ...whose, rating: Schema.NullOr(Schema.Int) })
export const ItemFavorited = event("user-item.favorited.v1", { ...whose, isFavorite: Schema.Boolean })
/** The item was watched to the end, or marked as watched or unwatched. `playCount` is the new play count. */
export const ItemWatched = event("user-item.watched.v1", {
  ...whose,
  isWatched: Schema.Boolean,
  playCount: Schema.Int,
  /** True if a user marked the item manually. */
  isMarked: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /**
   * Time of the last playback in ISO 8601, if it was imported or copied from another file. Otherwise, the item was
   * watched at the time of the event.
   */
  watchedAt: Schema.optionalWith(Schema.String, { exact: true })
})

export const UserItemEvent = Schema.Union(ItemRated, ItemFavorited, ItemWatched)
export type UserItemEvent = typeof UserItemEvent.Type
export const userItemEvents = UserItemEvent.members
