import { history } from "../../EventHistory.ts"

export const duplicateHistory = history(
  { kind: "items" },
  {
    "duplicate.dismissed.v1": "marked similar items as not duplicates",
    "duplicate.dismissal-revoked.v1": "revoked the decision that items are not duplicates",
    "duplicate.resolved.v1": "kept one of several duplicates",
    "duplicate.resolution-undone.v1": "restored duplicates"
  }
)
