import { history } from "../../EventHistory.ts"

export const trackHistory = history(
  { kind: "files", target: "item" },
  {
    "audio.probed.v1": "examined {target}",
    "audio.decoded.v1": "measured the audio of {target}"
  }
)
