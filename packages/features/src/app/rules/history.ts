import { privateHistory } from "../../EventHistory.ts"

export const ruleHistory = privateHistory({
  "rule.saved.v1": "saved a rule",
  "rule.removed.v1": "deleted a rule"
})
