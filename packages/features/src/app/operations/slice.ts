import { defineSlice } from "../../defineSlice.ts"
import { JobsGroup } from "./contract.ts"
import { JobsLive } from "./http.ts"
import { jobFields } from "./jobFields.ts"

export const operationsSlice = defineSlice({
  name: "operations",
  about: "job runs, queues and the live protocol",
  stores: "nothing; job runs are rows of the job queue",
  lists: { "job runs": jobFields },
  groups: [[JobsGroup, JobsLive]],
  concepts: {
    jobFields: "the filter fields of job runs",
    jobQuery: "parses the query of job runs, for lists and bulk actions",
    hiddenNames: "hides the names of targets from administrators who hide NSFW content",
    "live-protocol": "the message types of `GET /api/live`",
    runQueue: 'queues all missing work of a queue when an administrator presses "Run now"'
  }
})
