import { videosLackingPreviews } from "../previews/backfill.ts"

/** Videos without trickplay or clip. None is converted for streaming: that begins when they are played. */
export const videosToPreview = videosLackingPreviews("manual", true)
