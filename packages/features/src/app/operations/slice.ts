import { defineSlice } from "../../defineSlice.ts"
import { JobsGroup } from "./contract.ts"
import { JobsLive } from "./http.ts"

export const operationsSlice = defineSlice({
  name: "operations",
  about: "job runs, queues, the live protocol",
  stores: "nothing: the queues record their runs",
  groups: [[JobsGroup, JobsLive]],
  concepts: {
    hiddenNames: "job runs as an administrator sees them who hides NSFW: counted, not named",
    "live-protocol": "the messages of `GET /api/live`; types only",
    runQueue: 'what "run" does to a queue'
  }
})
