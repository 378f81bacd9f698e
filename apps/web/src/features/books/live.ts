import type { LiveTopic } from "@/live/topic"
import { refreshBookmarks } from "@/viewers/book/queries"

/** Reloads bookmarks after the user has changed them in another window. */
export const liveTopic: LiveTopic = {
  delta: (message, cache) => {
    if (message.own?.["bookmarks"]) refreshBookmarks(cache)
  }
}
