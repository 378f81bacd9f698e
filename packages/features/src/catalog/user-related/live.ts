import { accountTopic } from "../../LiveTopic.ts"
import type { UserRelatedEvent } from "./events.ts"

/** Notifies only the open pages of the account itself, so that its other tabs and devices reload. */
export const userRelatedTopic = accountTopic<UserRelatedEvent>({
  stream: "user-related",
  topic: "user-entities",
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.entityId]
})
