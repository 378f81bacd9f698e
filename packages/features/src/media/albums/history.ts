import { history } from "../../EventHistory.ts"

export const albumHistory = history(
  { kind: "files", target: "item" },
  {
    "album.described.v1": "identified the album {target}"
  }
)
