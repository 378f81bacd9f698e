import { accountTopic } from "../../LiveTopic.ts"
import type { ViewEvent } from "./events.ts"

/**
 * Announced only in other windows of the owner. A shared view appears for other accounts when their page reloads its
 * list.
 */
export const viewsTopic = accountTopic<ViewEvent>({
  stream: "view",
  topic: "views",
  ownsIds: true,
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.viewId]
})
