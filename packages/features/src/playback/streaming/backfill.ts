import { videosLackingPreviews } from "../previews/backfill.ts"

/**
 * Returns a job for each video without thumbnails or a clip. Does not convert videos for streaming, because the
 * conversion starts when a video is played.
 */
export const videosToPreview = videosLackingPreviews("manual", true)
