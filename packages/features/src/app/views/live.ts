import { accountTopic } from "../../LiveTopic.ts"
import type { ViewEvent } from "./events.ts"

/**
 * Notifies only the owner of a view, so that the owner's other tabs and devices show the change. Other accounts see a
 * change to a shared view when their page reloads the list.
 */
export const viewsTopic = accountTopic<ViewEvent>({
  stream: "view",
  topic: "views",
  ownsIds: true,
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.viewId]
})
