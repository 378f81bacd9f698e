import { accountTopic } from "../../LiveTopic.ts"
import type { RuleEvent } from "./events.ts"

/** Notifies only the owner of a rule, for pages in other tabs and on other devices. */
export const rulesTopic = accountTopic<RuleEvent>({
  stream: "rule",
  topic: "rules",
  ownsIds: true,
  account: ({ event }) => event.accountId,
  ids: ({ event }) => [event.ruleId]
})
