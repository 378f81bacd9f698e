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
    "one account's rating, favorite, watched status and progress of an item; `items` contains the routes",
  stores: "events, one stream per account and item; progress is a plain table that every player writes",
  open: ["commands", "queries", "userState"],
  fields: userItemFields,
  events: userItemEvents,
  history: userItemHistory,
  undo: [userItemUndo],
  projections: [userItemsProjection],
  live: [userItemsTopic],
  concepts: {
    adopt: "copies the progress of accounts to an item that replaces others",
    importPlayback: "imports watched status and positions that another program recorded",
    userState: "list filters on the caller's own state",
    progress: "decides how a player's report changes an account's progress",
    stream: "the id of an account's stream for an item"
  }
})
