import { accountTopic } from "../../LiveTopic.ts"
import type { ViewEvent } from "./events.ts"

/** Announced to the owner alone, in other windows: a shared view appears for others when their page reads its list again. */
export const viewsTopic = accountTopic<ViewEvent>({
  stream: "view",
  topic: "views",
  ownsIds: true,
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.viewId]
})
