import { history } from "../../EventHistory.ts"

export const storageHistory = history(
  { kind: "settings" },
  {
    "cache.clear-asked.v1": "cleared generated files"
  }
)
