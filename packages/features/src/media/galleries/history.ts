import { history } from "../../EventHistory.ts"

export const galleryHistory = history(
  { kind: "files", target: "item" },
  {
    "gallery.read.v1": "read the contents of the archive {target}"
  }
)
