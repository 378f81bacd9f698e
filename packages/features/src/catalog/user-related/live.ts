import { accountTopic } from "../../LiveTopic.ts"
import type { UserRelatedEvent } from "./events.ts"

/** Announced only to the account, for its other windows. */
export const userRelatedTopic = accountTopic<UserRelatedEvent>({
  stream: "user-related",
  topic: "user-entities",
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.entityId]
})
