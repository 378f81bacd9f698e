import { defineSlice } from "../../defineSlice.ts"
import { ReceivedRequestsGroup, RequestsGroup } from "./contract.ts"
import { requestEvents } from "./events.ts"
import { requestHistory } from "./history.ts"
import { ReceivedRequestsLive, RequestsLive } from "./http.ts"
import { requestsTopic } from "./live.ts"
import { requestsProjection } from "./projection.ts"

export const requestsSlice = defineSlice({
  name: "requests",
  about: "lets accounts ask administrators to add something, and administrators reply",
  stores: "events, one stream per account",
  events: requestEvents,
  history: requestHistory,
  projections: [requestsProjection],
  groups: [
    [RequestsGroup, RequestsLive],
    [ReceivedRequestsGroup, ReceivedRequestsLive]
  ],
  live: [requestsTopic]
})
