import { accountTopic } from "../../LiveTopic.ts"
import type { ViewEvent } from "./events.ts"

/**
 * Announced only to the owner, for other windows. A shared view appears for other accounts when their page reloads its
 * list.
 */
export const viewsTopic = accountTopic<ViewEvent>({
  stream: "view",
  topic: "views",
  ownsIds: true,
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.viewId]
})
