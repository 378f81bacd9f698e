import { accountTopic } from "../../LiveTopic.ts"
import type { UserItemEvent } from "./events.ts"

/** An account's progress is not in the log, so changes are announced here, as `account:item`, after the commit. */
export const USER_PROGRESS_CHANNEL = "user_progress"

export const userItemsTopic = accountTopic<UserItemEvent>({
  stream: "user-item",
  topic: "user-items",
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.itemId]
})
