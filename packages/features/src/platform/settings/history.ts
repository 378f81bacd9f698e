import { history } from "../../EventHistory.ts"

export const settingsHistory = history(
  { kind: "settings" },
  {
    "settings.changed.v1": "changed a setting"
  }
)
