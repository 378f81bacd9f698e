import { mainVideo, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"
import type { Rendition } from "./Ladder.ts"

/** In the middle, and for as long as there is one: frames without a subtitle pass as they are. */
export const OVERLAY = "overlay=x=(W-w)/2:y=(H-h)/2:eof_action=pass,format=yuv420p"

/**
 * A subtitle that is a picture lies on a canvas, which mostly is the frame. It is stretched like the frame where both have
 * one size (a DVD's, with its oblong pixels). Else it keeps its shape and is fitted into the frame: a disc of 1920x1080 that
 * was cropped to 1920x800 has text on its black bars, which would be cut off.
 */
export const subtitleScale = (facts: ProbeFacts, subtitle: StreamFacts, rendition: Rendition): string => {
  const video = mainVideo(facts)
  const hasSize = subtitle.width !== undefined && subtitle.height !== undefined
  const isOfFrame = !hasSize || (subtitle.width === video?.width && subtitle.height === video?.height)
  const shape = isOfFrame ? "" : ":force_original_aspect_ratio=decrease"
  return `scale=${rendition.width}:${rendition.frameHeight}${shape}`
}
