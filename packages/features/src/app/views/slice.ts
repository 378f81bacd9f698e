import { defineSlice } from "../../defineSlice.ts"
import { ViewsGroup } from "./contract.ts"
import { viewEvents } from "./events.ts"
import { viewHistory } from "./history.ts"
import { ViewsLive } from "./http.ts"
import { viewsTopic } from "./live.ts"
import { viewsProjection } from "./projection.ts"
import { viewUndo } from "./undo.ts"

export const viewsSlice = defineSlice({
  name: "views",
  about: "saved views: the query, sort order and layout of a list under a name",
  stores: "events, one stream per account",
  open: ["queries"],
  events: viewEvents,
  history: viewHistory,
  undo: [viewUndo],
  projections: [viewsProjection],
  groups: [[ViewsGroup, ViewsLive]],
  live: [viewsTopic]
})
