import { defineSlice } from "../../defineSlice.ts"
import { HistoryGroup } from "./contract.ts"
import { HistoryLive } from "./http.ts"
import { historyFields } from "./fields.ts"

export const historySlice = defineSlice({
  name: "history",
  about: "who did what when, for administrators, read from the log itself",
  stores: "nothing",
  lists: { history: historyFields },
  groups: [[HistoryGroup, HistoryLive]],
  open: ["kinds", "partValues", "undoables"],
  concepts: {
    partValues: "the values that events changed, as one line for people",
    undoables: "which events can be undone, and how, by the manifests of all slices",
    kinds: "how each event reads, by the histories of all slices",
    places: "which events of the log a filter finds: by indexes, newest first"
  }
})
