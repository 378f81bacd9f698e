import { history } from "../../EventHistory.ts"

export const markerHistory = history(
  { kind: "items", target: "item" },
  {
    "marker.added.v1": "added a marker to {target}",
    "marker.changed.v1": "changed a marker of {target}",
    "marker.removed.v1": "removed a marker of {target}"
  }
)
