import { history } from "../../EventHistory.ts"

export const duplicateHistory = history(
  { kind: "items" },
  {
    "duplicate.dismissed.v1": "told items apart that looked like duplicates",
    "duplicate.dismissal-revoked.v1": "took back that items are no duplicates",
    "duplicate.resolved.v1": "kept one of several duplicates",
    "duplicate.resolution-undone.v1": "brought duplicates back"
  }
)
