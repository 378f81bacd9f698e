import { defineSlice } from "../../defineSlice.ts"
import { userRelatedEvents } from "./events.ts"
import { userRelatedHistory } from "./history.ts"
import { userRelatedTopic } from "./live.ts"
import { userRelatedProjection } from "./projection.ts"
import { userRelatedUndo } from "./undo.ts"

export const userRelatedSlice = defineSlice({
  name: "user-related",
  about: "one account's favorite and rating of a performer, studio or tag",
  stores: "events, one stream per account and entity",
  open: ["commands"],
  events: userRelatedEvents,
  history: userRelatedHistory,
  undo: [userRelatedUndo],
  projections: [userRelatedProjection],
  live: [userRelatedTopic]
})
