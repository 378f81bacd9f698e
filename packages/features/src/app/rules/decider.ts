import { savedValues, type SavedCommand } from "@media/event-store/SavedValues"
import type { RuleEvent, RuleSaved } from "./events.ts"

/** Maximum number of rules per account, because each new item is compared with all rules. */
export const mostRules = 100

/** The values of a rule, without ids. */
export type SavedRule = Omit<typeof RuleSaved.Type, "_tag" | "ruleId" | "accountId">

export type RuleCommand = SavedCommand<SavedRule>

export const ruleDecider = savedValues<SavedRule, RuleEvent>({
  what: "rule",
  many: "rules",
  most: mostRules,
  saved: (ruleId, accountId, rule) => ({ _tag: "rule.saved.v1", ruleId, accountId, ...rule }),
  removed: (ruleId, accountId) => ({ _tag: "rule.removed.v1", ruleId, accountId }),
  read: (event) => {
    if (event._tag === "rule.removed.v1") return [event.ruleId, undefined]
    const { _tag, accountId, ruleId, ...rule } = event
    return [ruleId, rule]
  }
})
