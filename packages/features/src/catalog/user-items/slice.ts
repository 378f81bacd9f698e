import { defineSlice } from "../../defineSlice.ts"
import { userItemEvents } from "./events.ts"
import { userItemFields } from "./fields.ts"
import { userItemsTopic } from "./live.ts"
import { userItemsProjection } from "./projection.ts"
import { userItemHistory } from "./history.ts"
import { userItemUndo } from "./undo.ts"

export const userItemsSlice = defineSlice({
  name: "user-items",
  about:
    "what one account thinks of one item and did with it: rating, favorite, watched, where it stands; the routes are those of `items`",
  stores:
    "events, one stream per account and item; where it stands is a plain table, written by every player",
  open: ["commands", "queries", "userState"],
  fields: userItemFields,
  events: userItemEvents,
  history: userItemHistory,
  undo: [userItemUndo],
  projections: [userItemsProjection],
  live: [userItemsTopic],
  concepts: {
    adopt: "the positions of accounts in an item that replaces others",
    userState: "what lists ask of the caller's own state",
    progress: "how a report of a player changes where an account stands",
    stream: "the id of an account's stream for an item"
  }
})
