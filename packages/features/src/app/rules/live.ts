import { accountTopic } from "../../LiveTopic.ts"
import type { RuleEvent } from "./events.ts"

/** Notifies only the owner of a rule, so that the owner's other tabs and devices show the change. */
export const rulesTopic = accountTopic<RuleEvent>({
  stream: "rule",
  topic: "rules",
  ownsIds: true,
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.ruleId]
})
