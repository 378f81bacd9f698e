import type { FollowUp } from "../../FollowUp.ts"
import { waveformOfTrack } from "./queue.ts"

export const waveformFollowUp: FollowUp = {
  after: ["audio-probe"],
  jobs: (item) => [waveformOfTrack(item)]
}
