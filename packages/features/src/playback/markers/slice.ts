import { defineSlice } from "../../defineSlice.ts"
import { MarkersAdminGroup, MarkersGroup, TrackMarkersAdminGroup, TrackMarkersGroup } from "./contract.ts"
import { markerEvents } from "./events.ts"
import { MarkersAdminLive, MarkersLive, TrackMarkersAdminLive, TrackMarkersLive } from "./http.ts"
import { markersTopic } from "./live.ts"
import { markersProjection } from "./projection.ts"
import { markerHistory } from "./history.ts"
import { markerFields, videoMarkerFields } from "./fields.ts"
import { markerUndo } from "./undo.ts"

export const markersSlice = defineSlice({
  name: "markers",
  about: "markers in a video or a track: named times or time ranges",
  stores: "events, on the stream of the item",
  lists: { markers: markerFields },
  events: markerEvents,
  history: markerHistory,
  undo: [markerUndo],
  fields: videoMarkerFields,
  projections: [markersProjection],
  groups: [
    [MarkersGroup, MarkersLive],
    [MarkersAdminGroup, MarkersAdminLive],
    [TrackMarkersGroup, TrackMarkersLive],
    [TrackMarkersAdminGroup, TrackMarkersAdminLive]
  ],
  live: [markersTopic],
  open: ["tags"],
  concepts: { tags: "replaces a tag of markers after it was merged or deleted" }
})
