import type { Trickplay } from "@media/features/media/videos/previewContract"

/** The longer side of a picture above the seek bar, in pixels. */
const LONGEST = 240
/** The maximum share of the seek bar's width, which makes the pictures smaller on phones. */
const SHARE = 0.45

/** The width of the pictures above a seek bar of this width. */
export const previewWidth = ({ height, width }: Trickplay, barWidth: number): number =>
  Math.round(Math.min(LONGEST, barWidth * SHARE) * Math.min(1, width / height))
