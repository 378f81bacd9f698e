import { defineSlice } from "../../defineSlice.ts"

export const groupsSlice = defineSlice({
  name: "groups",
  about: "brings groups that follow from their members (albums, series) to what the members say",
  stores: "nothing of its own: events of the streams of groups and their members",
  open: ["reconcile", "write"],
  concepts: {
    reconcile: "the groups that should exist and those that do, as the events between them",
    write: "writes those events in batches"
  }
})
