import { accountTopic } from "../../LiveTopic.ts"
import type { UserItemEvent } from "./events.ts"

/**
 * The PostgreSQL notification channel for changed progress, which is not part of the event log. PostgreSQL delivers
 * each notification after the commit. The payload is `accountId:itemId`.
 */
export const USER_PROGRESS_CHANNEL = "user_progress"

export const userItemsTopic = accountTopic<UserItemEvent>({
  stream: "user-item",
  topic: "user-items",
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.itemId]
})
