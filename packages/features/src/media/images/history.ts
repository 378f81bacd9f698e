import { history } from "../../EventHistory.ts"

export const imageHistory = history(
  { kind: "files", target: "item" },
  {
    "image.examined.v1": "examined {target}"
  }
)
