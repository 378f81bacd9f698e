import { accountTopic } from "../../LiveTopic.ts"
import type { BookmarkEvent } from "./events.ts"

/** Only their reader's other windows are notified. */
export const bookmarksTopic = accountTopic<BookmarkEvent>({
  stream: "bookmark",
  topic: "bookmarks",
  ownsIds: true,
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.bookmarkId]
})
