import type { Trickplay } from "@media/features/media/videos/previewContract"

/** The longer side of a picture above the seek bar, pixels. */
const LONGEST = 240
/** Of the seek bar: on a phone pictures are smaller. */
const SHARE = 0.45

/** How wide pictures of a video are shown above a seek bar of so many pixels. */
export const previewWidth = ({ height, width }: Trickplay, barWidth: number): number =>
  Math.round(Math.min(LONGEST, barWidth * SHARE) * Math.min(1, width / height))
