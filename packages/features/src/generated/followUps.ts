// Made by `npm run generate`. Do not edit.
import type { FollowUp } from "../FollowUp.ts"
import { albumFollowUp } from "../albums/followUps.ts"
import { waveformFollowUp } from "../audio/followUps.ts"
import { fingerprintFollowUp } from "../fingerprints/followUps.ts"
import { pictureFollowUp } from "../pictures/followUps.ts"
import { previewFollowUp } from "../previews/followUps.ts"

/** Jobs that follow the examination of an item. */
export const followUps = [
  albumFollowUp,
  waveformFollowUp,
  fingerprintFollowUp,
  pictureFollowUp,
  previewFollowUp
] as const satisfies ReadonlyArray<FollowUp>
