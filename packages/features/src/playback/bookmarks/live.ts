import { accountTopic } from "../../LiveTopic.ts"
import type { BookmarkEvent } from "./events.ts"

/** Notifies only other windows of the account. */
export const bookmarksTopic = accountTopic<BookmarkEvent>({
  stream: "bookmark",
  topic: "bookmarks",
  ownsIds: true,
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.bookmarkId]
})
