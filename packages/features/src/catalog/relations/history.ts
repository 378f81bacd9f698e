import { history } from "../../EventHistory.ts"

export const relationHistory = history(
  { kind: "items", target: "item" },
  {
    "item.related.v1": "added a performer, studio, tag or author to {target}",
    "item.unrelated.v1": "removed a performer, studio, tag or author from {target}"
  }
)
