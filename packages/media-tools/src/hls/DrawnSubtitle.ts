import { mainVideo, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"
import type { Rendition } from "./Ladder.ts"

/** Centered, and only while there is a subtitle: frames without one pass unchanged. */
export const OVERLAY = "overlay=x=(W-w)/2:y=(H-h)/2:eof_action=pass,format=yuv420p"

/**
 * A bitmap subtitle is drawn on a canvas, which usually has the size of the frame. It is then stretched like the frame
 * (a DVD's, with its non-square pixels). Otherwise it keeps its aspect ratio and is fitted into the frame: a 1920x1080
 * disc that was cropped to 1920x800 has text on its black bars, which would be cut off.
 */
export const subtitleScale = (facts: ProbeFacts, subtitle: StreamFacts, rendition: Rendition): string => {
  const video = mainVideo(facts)
  const hasSize = subtitle.width !== undefined && subtitle.height !== undefined
  const isOfFrame = !hasSize || (subtitle.width === video?.width && subtitle.height === video?.height)
  const shape = isOfFrame ? "" : ":force_original_aspect_ratio=decrease"
  return `scale=${rendition.width}:${rendition.frameHeight}${shape}`
}
