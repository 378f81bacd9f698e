import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** 0 to 100; null takes the rating back. */
export const VideoRated = event("viewing.rated.v1", {
  accountId: Uuid,
  videoId: Uuid,
  rating: Schema.NullOr(Schema.Int)
})
export const ViewingEvent = VideoRated
export type ViewingEvent = typeof ViewingEvent.Type
export const viewingEvents = [VideoRated]
