import { defineSlice } from "../../defineSlice.ts"
import { HistoryAdminGroup, HistoryGroup } from "./contract.ts"
import { HistoryAdminLive, HistoryLive } from "./http.ts"
import { historyFields } from "./fields.ts"

export const historySlice = defineSlice({
  name: "history",
  about: "shows who changed what and when, read from the event log; members see only their own changes",
  stores: "nothing",
  lists: { history: historyFields },
  groups: [
    [HistoryGroup, HistoryLive],
    [HistoryAdminGroup, HistoryAdminLive]
  ],
  open: ["kinds", "partValues", "undoables"],
  concepts: {
    partValues: "formats the values that an event changed on one line",
    undoables: "lists the events that can be undone, and how, from the manifests of all slices",
    own: "the targets of events that are visible only to their owner",
    kinds: "the text and category of each event, from the manifests of all slices",
    logPositions: "finds the events that match a filter, newest first, by index"
  }
})
