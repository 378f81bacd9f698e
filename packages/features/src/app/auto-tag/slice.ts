import { defineSlice } from "../../defineSlice.ts"
import { AutoTagGroup } from "./contract.ts"
import { AutoTagLive } from "./http.ts"
import { autoTagJob } from "./maintenanceJob.ts"

export const autoTagSlice = defineSlice({
  name: "auto-tag",
  about: "names of performers, studios and tags in paths and titles, proposed and accepted or dismissed",
  stores: "proposals, which a job finds again; accepted ones are edits of items",
  groups: [[AutoTagGroup, AutoTagLive]],
  maintenanceJobs: [autoTagJob],
  concepts: {
    find: "writes a proposal for each name in the path or title of an item",
    maintenanceJob: "its work in the queue library-maintenance",
    match: "names that are whole words of a text"
  }
})
