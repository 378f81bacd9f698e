// Made by `npm run generate`. Do not edit.
import type { FollowUp } from "../FollowUp.ts"
import { fingerprintFollowUp } from "../library/fingerprints/followUps.ts"
import { albumFollowUp } from "../media/albums/followUps.ts"
import { waveformFollowUp } from "../media/audio/followUps.ts"
import { pictureFollowUp } from "../playback/pictures/followUps.ts"
import { previewFollowUp } from "../playback/previews/followUps.ts"

/** Jobs that are queued after an item was examined. */
export const followUps = [
  fingerprintFollowUp,
  albumFollowUp,
  waveformFollowUp,
  pictureFollowUp,
  previewFollowUp
] as const satisfies ReadonlyArray<FollowUp>
