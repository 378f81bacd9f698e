import { defineSlice } from "../../defineSlice.ts"
import { AutoTagGroup } from "./contract.ts"
import { AutoTagLive } from "./http.ts"
import { autoTagJob } from "./maintenanceJob.ts"

export const autoTagSlice = defineSlice({
  name: "auto-tag",
  about: "proposes performers, studios and tags whose names occur in paths and titles",
  stores: "proposals as rows, which a job can find again; accepted proposals become events of items",
  groups: [[AutoTagGroup, AutoTagLive]],
  maintenanceJobs: [autoTagJob],
  concepts: {
    find: "writes a proposal for each name found in the path or title of an item",
    maintenanceJob: "finds and accepts proposals in the queue library-maintenance",
    match: "finds the names that occur in a string as whole words"
  }
})
