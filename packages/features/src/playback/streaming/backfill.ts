import { videosLackingPreviews } from "../previews/backfill.ts"

/** Videos without trickplay or clip. No video is converted for streaming here: that begins when it is played. */
export const videosToPreview = videosLackingPreviews("manual", true)
