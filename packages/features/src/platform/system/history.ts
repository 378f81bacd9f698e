import { history } from "../../EventHistory.ts"

export const gateHistory = history(
  { kind: "settings" },
  {
    "gate.accepted.v1": "accepted what a new version changes",
    "gate.not-needed.v1": "found nothing that a new version could break"
  }
)
