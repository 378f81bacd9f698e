import { accountTopic } from "../../LiveTopic.ts"
import type { UserRelatedEvent } from "./events.ts"

/** Announces changes only to the account itself, for its other tabs and devices. */
export const userRelatedTopic = accountTopic<UserRelatedEvent>({
  stream: "user-related",
  topic: "user-entities",
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.entityId]
})
