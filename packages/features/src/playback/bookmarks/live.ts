import { accountTopic } from "../../LiveTopic.ts"
import type { BookmarkEvent } from "./events.ts"

/** Only their reader hears of them, in other windows. */
export const bookmarksTopic = accountTopic<BookmarkEvent>({
  stream: "bookmark",
  topic: "bookmarks",
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.bookmarkId]
})
