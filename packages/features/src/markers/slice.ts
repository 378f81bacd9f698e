import { defineSlice } from "../defineSlice.ts"
import { MarkersAdminGroup, MarkersGroup } from "./contract.ts"
import { markerEvents } from "./events.ts"
import { MarkersAdminLive, MarkersLive } from "./http.ts"
import { markersTopic } from "./live.ts"
import { markersProjection } from "./projection.ts"

export const markersSlice = defineSlice({
  name: "markers",
  about: "named places of a video: a point or a range of time",
  stores: "events, on the stream of the item",
  events: markerEvents,
  projections: [markersProjection],
  groups: [
    [MarkersGroup, MarkersLive],
    [MarkersAdminGroup, MarkersAdminLive]
  ],
  live: [markersTopic]
})
