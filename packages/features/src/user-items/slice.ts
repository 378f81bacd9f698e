import { defineSlice } from "../defineSlice.ts"
import { userItemEvents } from "./events.ts"
import { userItemsTopic } from "./live.ts"
import { userItemsProjection } from "./projection.ts"

export const userItemsSlice = defineSlice({
  name: "user-items",
  about:
    "what one account thinks of one item: its rating, whether it is a favorite; the commands are in `items`",
  stores: "events, one stream per account and item",
  events: userItemEvents,
  projections: [userItemsProjection],
  live: [userItemsTopic],
  concepts: {
    stream: "the id of an account's stream for an item"
  }
})
