import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

const whose = { accountId: Uuid, entityId: Uuid }

/** An account rated an entity from 0 to 100. Null removes the rating. */
export const EntityRated = event("user-related.rated.v1", { ...whose, rating: Schema.NullOr(Schema.Int) })
export const EntityFavorited = event("user-related.favorited.v1", { ...whose, isFavorite: Schema.Boolean })

export const UserRelatedEvent = Schema.Union(EntityRated, EntityFavorited)
export type UserRelatedEvent = typeof UserRelatedEvent.Type
export const userRelatedEvents = UserRelatedEvent.members
