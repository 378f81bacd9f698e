import { history } from "../../EventHistory.ts"

export const albumHistory = history(
  { kind: "files", target: "item" },
  {
    "album.described.v1": "told which album {target} is"
  }
)
