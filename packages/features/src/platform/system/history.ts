import { history } from "../../EventHistory.ts"

export const gateHistory = history(
  { kind: "settings" },
  {
    "gate.accepted.v1": "accepted the changes of a new version",
    "gate.not-needed.v1": "found no breaking changes in a new version"
  }
)
