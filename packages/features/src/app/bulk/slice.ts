import { defineSlice } from "../../defineSlice.ts"
import { BulkAdminGroup, BulkGroup } from "./contract.ts"
import { BulkAdminLive, BulkLive } from "./http.ts"
import { editJob } from "./maintenanceJob.ts"

export const bulkSlice = defineSlice({
  name: "bulk",
  about: "edits many items at once, either listed items or all that match a filter",
  stores: "nothing; it writes events of items and of user state",
  open: ["commands", "editItems", "queries"],
  maintenanceJobs: [editJob],
  concepts: {
    edit: "edits several items in one transaction",
    editable: "the fields that a bulk edit may change, and the parser of a request that changes them",
    editItems: "edits items on behalf of a rule, a plugin or a job",
    guards: "finds values that an edit must keep, because they are locked or were changed later",
    maintenanceJob: "edits many items in chunks, in the queue library-maintenance",
    related: "changes the performers, studios or tags of many items at once",
    selection: "edits a selection: as a dry run, immediately, or as a job",
    tally: "counts the items that an edit changed, and the values that it skipped",
    unlock: "unlocks fields of many items, so that files and other sources set them again",
    values: "the current values of a selection: those that all items share, and those that only some have"
  },
  groups: [
    [BulkAdminGroup, BulkAdminLive],
    [BulkGroup, BulkLive]
  ]
})
