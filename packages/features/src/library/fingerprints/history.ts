import { history } from "../../EventHistory.ts"

export const fingerprintHistory = history(
  { kind: "files", target: "item" },
  {
    "item.fingerprinted.v1": "computed the hashes of {target}",
    "item.phashed.v1": "computed the perceptual hash of {target}"
  }
)
