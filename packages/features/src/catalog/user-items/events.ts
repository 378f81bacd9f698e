import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

const whose = { accountId: Uuid, itemId: Uuid }

/** 0 to 100; null removes the rating. */
export const ItemRated = event("user-item.rated.v1", { ...whose, rating: Schema.NullOr(Schema.Int) })
export const ItemFavorited = event("user-item.favorited.v1", { ...whose, isFavorite: Schema.Boolean })
/** Watched to its end, marked manually, or unmarked; `playCount` is the new value. */
export const ItemWatched = event("user-item.watched.v1", {
  ...whose,
  isWatched: Schema.Boolean,
  playCount: Schema.Int,
  /** True if a user marked it manually. */
  isMarked: Schema.optionalWith(Schema.Boolean, { exact: true })
})

export const UserItemEvent = Schema.Union(ItemRated, ItemFavorited, ItemWatched)
export type UserItemEvent = typeof UserItemEvent.Type
export const userItemEvents = UserItemEvent.members
