import { history } from "../../EventHistory.ts"

export const bookHistory = history(
  { kind: "files", target: "item" },
  {
    "book.read.v1": "read the details of {target}"
  }
)
