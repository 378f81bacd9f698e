import { history } from "../../EventHistory.ts"

export const galleryHistory = history(
  { kind: "files", target: "item" },
  {
    "gallery.read.v1": "read what the archive {target} holds"
  }
)
