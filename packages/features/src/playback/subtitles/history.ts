import { history } from "../../EventHistory.ts"

export const subtitleHistory = history(
  { kind: "files", target: "item" },
  {
    "subtitle.extracted.v1": "read the subtitles of {target}",
    "subtitle.uploaded.v1": { kind: "items", sentence: "added subtitles to {target}" },
    "subtitle.labeled.v1": { kind: "items", sentence: "renamed subtitles of {target}" },
    "subtitle.removed.v1": { kind: "items", sentence: "removed subtitles of {target}" }
  }
)
