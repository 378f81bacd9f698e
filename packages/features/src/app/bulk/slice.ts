import { defineSlice } from "../../defineSlice.ts"
import { BulkAdminGroup, BulkGroup } from "./contract.ts"
import { BulkAdminLive, BulkLive } from "./http.ts"
import { editJob } from "./maintenanceJob.ts"

export const bulkSlice = defineSlice({
  name: "bulk",
  about: "one act on many items: those named, or all that match the filter of a list",
  stores: "nothing; its events are those of items and of what accounts think of them",
  open: ["commands", "editItems", "queries"],
  maintenanceJobs: [editJob],
  concepts: {
    edit: "an edit of some items in one transaction",
    editable: "the declared fields that an edit may change, and a request read by them",
    editItems: "an edit by code that acts by itself, such as a rule",
    guards: "values that stay: locked ones, and those that someone changed meanwhile",
    maintenanceJob: "an edit of many items in chunks, in the queue library-maintenance",
    related: "performers, studio and tags of many items at once",
    selection: "an edit of a selection: a dry run, at once, or by a job",
    tally: "how many items an edit changed, and what it left out",
    unlock: "fields of many items given back to their files and other sources",
    values: "the present values of a selection: what all of its items have, and what some have"
  },
  groups: [
    [BulkAdminGroup, BulkAdminLive],
    [BulkGroup, BulkLive]
  ]
})
