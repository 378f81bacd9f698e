import { defineSlice } from "../../defineSlice.ts"
import { JobsGroup } from "./contract.ts"
import { JobsLive } from "./http.ts"
import { jobFields } from "./jobFields.ts"

export const operationsSlice = defineSlice({
  name: "operations",
  about: "job runs, queues, the live protocol",
  stores: "nothing: the queues record their runs",
  lists: { "job runs": jobFields },
  groups: [[JobsGroup, JobsLive]],
  concepts: {
    jobFields: "what job runs can be filtered by",
    jobQuery: "the query of job runs, for lists and for actions on what they show",
    hiddenNames: "job runs as an administrator sees them who hides NSFW: counted, not named",
    "live-protocol": "the messages of `GET /api/live`; types only",
    runQueue: 'what "run" does to a queue'
  }
})
