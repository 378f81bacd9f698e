import { accountTopic } from "../LiveTopic.ts"
import type { UserItemEvent } from "./events.ts"

export const userItemsTopic = accountTopic<UserItemEvent>({
  stream: "user-item",
  topic: "user-items",
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.itemId]
})
