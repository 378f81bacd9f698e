import { accountTopic } from "../../LiveTopic.ts"
import type { BookmarkEvent } from "./events.ts"

/** Notifies only the open windows of the account that owns the bookmarks. */
export const bookmarksTopic = accountTopic<BookmarkEvent>({
  stream: "bookmark",
  topic: "bookmarks",
  ownsIds: true,
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.bookmarkId]
})
