import { history } from "../../EventHistory.ts"

export const relationHistory = history(
  { kind: "items", target: "item" },
  {
    "item.related.v1": "gave {target} a performer, studio or tag",
    "item.unrelated.v1": "took a performer, studio or tag from {target}"
  }
)
