import { history } from "../../EventHistory.ts"

export const previewHistory = history(
  { kind: "files", target: "item" },
  {
    "preview.trickplay-made.v1": "made preview pictures of {target}",
    "preview.clip-made.v1": "made a preview clip of {target}",
    "preview.failed.v1": "could not make a preview of {target}"
  }
)
