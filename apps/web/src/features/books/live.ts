import { refreshBookmarks } from "./queries"
import type { LiveTopic } from "@/live/topic"

/** Bookmarks that the account made or changed in another window. */
export const liveTopic: LiveTopic = {
  delta: (message, cache) => {
    if (message.own?.["bookmarks"]) refreshBookmarks(cache)
  }
}
