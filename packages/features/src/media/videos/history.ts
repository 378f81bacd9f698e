import { history } from "../../EventHistory.ts"

export const videoHistory = history(
  { kind: "files", target: "item" },
  {
    "video.probed.v1": "examined {target}",
    "video.playback-failed.v1": "could not convert {target}",
    "video.playback-restored.v1": "can convert {target} again"
  }
)
