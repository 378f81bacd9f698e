import { defineSlice } from "../../defineSlice.ts"
import { HistoryAdminGroup, HistoryGroup } from "./contract.ts"
import { HistoryAdminLive, HistoryLive } from "./http.ts"
import { historyFields } from "./fields.ts"

export const historySlice = defineSlice({
  name: "history",
  about:
    "who did what when, read from the log itself: everything for administrators, their own state for members",
  stores: "nothing",
  lists: { history: historyFields },
  groups: [
    [HistoryGroup, HistoryLive],
    [HistoryAdminGroup, HistoryAdminLive]
  ],
  open: ["kinds", "partValues", "undoables"],
  concepts: {
    partValues: "the values that events changed, as one line for people",
    undoables: "which events can be undone, and how, by the manifests of all slices",
    own: "the targets of events that only their owner learns of",
    kinds: "how each event reads, by the histories of all slices",
    logPositions: "which events of the log a filter finds: by indexes, newest first"
  }
})
