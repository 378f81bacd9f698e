import { history } from "../../EventHistory.ts"

export const fingerprintHistory = history(
  { kind: "files", target: "item" },
  {
    "item.fingerprinted.v1": "took the fingerprints of {target}",
    "item.phashed.v1": "took the perceptual hash of {target}"
  }
)
