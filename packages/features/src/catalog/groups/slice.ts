import { defineSlice } from "../../defineSlice.ts"

export const groupsSlice = defineSlice({
  name: "groups",
  about: "updates groups that are derived from their members, such as albums, galleries and series",
  stores: "nothing of its own; it writes events of groups and of their members",
  open: ["reconcile", "write"],
  concepts: {
    reconcile: "compares existing groups with those that should exist, and returns the events to write",
    write: "writes these events in batches"
  }
})
