import { defineSlice } from "../../defineSlice.ts"
import { BookmarksGroup } from "./contract.ts"
import { bookmarkEvents } from "./events.ts"
import { BookmarksLive } from "./http.ts"
import { bookmarksTopic } from "./live.ts"
import { bookmarksProjection } from "./projection.ts"
import { bookmarkHistory } from "./history.ts"
import { bookmarkUndo } from "./undo.ts"

export const bookmarksSlice = defineSlice({
  name: "bookmarks",
  about: "the bookmarks of accounts in books",
  stores: "events, one stream per account and book",
  events: bookmarkEvents,
  history: bookmarkHistory,
  undo: [bookmarkUndo],
  projections: [bookmarksProjection],
  groups: [[BookmarksGroup, BookmarksLive]],
  live: [bookmarksTopic]
})
