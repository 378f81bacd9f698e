import type { FollowUp } from "../../FollowUp.ts"
import { isFingerprinted } from "./kinds.ts"
import { fingerprintOf } from "./queue.ts"

export const fingerprintFollowUp: FollowUp = {
  after: ["media-probe", "audio-probe"],
  jobs: ({ kind, ...item }) => (isFingerprinted(kind) ? [fingerprintOf({ ...item, kind })] : [])
}
