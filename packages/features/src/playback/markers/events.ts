import { event } from "@media/event-store/Event"
import { Uuid } from "@media/kernel/Ids"
import * as Schema from "effect/Schema"

/** The fields of a marker. Times are in seconds from the beginning of the video or track. */
const fields = {
  title: Schema.String,
  start: Schema.Number,
  /** The end in seconds. Null for a single moment. */
  end: Schema.NullOr(Schema.Number),
  /** The ids of the tags. Omitted for a marker without tags. */
  tags: Schema.optionalWith(Schema.Array(Uuid), { exact: true })
}

export const MarkerAdded = event("marker.added.v1", { markerId: Uuid, ...fields })
/** Contains the complete new state of the marker. */
export const MarkerChanged = event("marker.changed.v1", { markerId: Uuid, ...fields })
export const MarkerRemoved = event("marker.removed.v1", { markerId: Uuid, title: Schema.String })

export const MarkerEvent = Schema.Union(MarkerAdded, MarkerChanged, MarkerRemoved)
export type MarkerEvent = typeof MarkerEvent.Type
export const markerEvents = MarkerEvent.members
