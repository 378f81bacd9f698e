import { mainVideo, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"
import type { Rendition } from "./Ladder.ts"

/** Filter that centers the subtitle. Frames without a subtitle pass unchanged. */
export const OVERLAY = "overlay=x=(W-w)/2:y=(H-h)/2:eof_action=pass,format=yuv420p"

/**
 * Returns the filter that scales a bitmap subtitle. Usually, the canvas of the subtitle has the size of the frame. Such
 * a canvas is stretched like the frame (DVDs have non-square pixels). Any other canvas keeps its aspect ratio and is
 * fitted into the frame. For example, if the video of a 1920x1080 disc was cropped to 1920x800, its subtitles may be on
 * the former black bars. If the canvas were not fitted into the frame, these subtitles would be cut off.
 */
export const subtitleScale = (facts: ProbeFacts, subtitle: StreamFacts, rendition: Rendition): string => {
  const video = mainVideo(facts)
  const hasSize = subtitle.width !== undefined && subtitle.height !== undefined
  const isOfFrame = !hasSize || (subtitle.width === video?.width && subtitle.height === video?.height)
  const shape = isOfFrame ? "" : ":force_original_aspect_ratio=decrease"
  return `scale=${rendition.width}:${rendition.frameHeight}${shape}`
}
