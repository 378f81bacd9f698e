import type { Trickplay } from "@media/features/media/videos/previewContract"

/** Length in pixels of the longer side of a thumbnail above the seek bar. */
const LONGEST = 240
/** Maximum width of a thumbnail as a fraction of the seek bar's width, so that thumbnails are smaller on phones. */
const SHARE = 0.45

/** Returns the width in pixels of the thumbnails above a seek bar that is `barWidth` pixels wide. */
export const previewWidth = ({ height, width }: Trickplay, barWidth: number): number =>
  Math.round(Math.min(LONGEST, barWidth * SHARE) * Math.min(1, width / height))
