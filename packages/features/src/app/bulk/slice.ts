import { defineSlice } from "../../defineSlice.ts"
import { BulkAdminGroup, BulkGroup } from "./contract.ts"
import { BulkAdminLive, BulkLive } from "./http.ts"

export const bulkSlice = defineSlice({
  name: "bulk",
  about: "one act on many items: those named, or all that match the filter of a list",
  stores: "nothing; its events are those of items and of what accounts think of them",
  open: ["commands", "queries"],
  concepts: {
    related: "performers, studio and tags of many items at once",
    values: "the present values of a selection: what all of its items have, and what some have"
  },
  groups: [
    [BulkAdminGroup, BulkAdminLive],
    [BulkGroup, BulkLive]
  ]
})
