import type { StreamFacts } from "../ProbeFacts.ts"

export interface FrameSize {
  readonly width: number
  readonly height: number
}

/** Rounds to an even number of at least 2, because scalers and pixel formats require even sizes. */
const even = (value: number): number => Math.max(2, Math.round(value / 2) * 2)

/**
 * Returns the size of a frame as displayed (upright, with square pixels), with neither side longer than `longest`.
 * Undefined if the probe does not know the size.
 */
export const frameSizeOf = (video: StreamFacts, longest: number): FrameSize | undefined => {
  const { height = 0, sampleAspectRatio, width = 0 } = video
  if (width < 1 || height < 1) return undefined
  const ratio =
    sampleAspectRatio === undefined || sampleAspectRatio.num < 1 || sampleAspectRatio.den < 1
      ? 1
      : sampleAspectRatio.num / sampleAspectRatio.den
  // Pixels that are wider than high make the frame wider. Other pixels make it higher, so that no line of the picture
  // is lost.
  const coded = ratio >= 1 ? { width: width * ratio, height } : { width, height: height / ratio }
  const isTurned = video.rotation === 90 || video.rotation === 270
  const upright = isTurned ? { width: coded.height, height: coded.width } : coded
  const factor = Math.min(1, longest / Math.max(upright.width, upright.height))
  return { width: even(upright.width * factor), height: even(upright.height * factor) }
}
