import { defineSlice } from "../defineSlice.ts"
import { viewingEvents } from "./events.ts"
import { viewingsProjection } from "./projection.ts"

export const viewingSlice = defineSlice({
  name: "viewing",
  about: "what one account thinks of one video: its rating; the command and the route are in `videos`",
  stores: "events, one stream per account and video",
  events: viewingEvents,
  projections: [viewingsProjection],
  concepts: {
    stream: "the id of an account's stream for a video"
  }
})
