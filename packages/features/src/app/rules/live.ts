import { accountTopic } from "../../LiveTopic.ts"
import type { RuleEvent } from "./events.ts"

/** Announced to the owner in other windows. */
export const rulesTopic = accountTopic<RuleEvent>({
  stream: "rule",
  topic: "rules",
  ownsIds: true,
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.ruleId]
})
