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
  concepts: {
    kinds: "how each event reads, by the histories of all slices",
    places: "which events of the log a filter finds: by indexes, newest first"
  }
})
