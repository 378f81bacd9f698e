import { accountTopic } from "../../LiveTopic.ts"
import type { RuleEvent } from "./events.ts"

/** Announced only to the owner, for other windows. */
export const rulesTopic = accountTopic<RuleEvent>({
  stream: "rule",
  topic: "rules",
  ownsIds: true,
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.ruleId]
})
