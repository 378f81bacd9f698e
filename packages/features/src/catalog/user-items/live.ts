import { accountTopic } from "../../LiveTopic.ts"
import type { UserItemEvent } from "./events.ts"

/**
 * The PostgreSQL channel for progress, which is not in the event log. Each change is announced after the commit, as
 * `account:item`.
 */
export const USER_PROGRESS_CHANNEL = "user_progress"

export const userItemsTopic = accountTopic<UserItemEvent>({
  stream: "user-item",
  topic: "user-items",
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.itemId]
})
