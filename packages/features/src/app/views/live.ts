import { accountTopic } from "../../LiveTopic.ts"
import type { ViewEvent } from "./events.ts"

/**
 * Notifies only the owner of a view, for pages in other tabs and on other devices. Other accounts see a shared view
 * when their page reloads the list.
 */
export const viewsTopic = accountTopic<ViewEvent>({
  stream: "view",
  topic: "views",
  ownsIds: true,
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.viewId]
})
