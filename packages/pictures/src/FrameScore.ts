import type { FrameStats } from "./FrameStats.ts"

const between = (value: number, none: number, full: number): number =>
  Math.max(0, Math.min(1, (value - none) / (full - none)))

/** True if almost all of the frame is black, such as a fade, a cut or a night without stars. */
export const isBlack = ({ brightness, darkShare }: FrameStats): boolean => brightness < 14 || darkShare > 0.97

/** True if the frame is white, or has a single color. */
export const isEmpty = ({ contrast }: FrameStats): boolean => contrast < 6

/** True for letters on a flat background: titles, credits, warnings, logos. */
export const isTitle = ({ flatShare, groundShare }: FrameStats): boolean =>
  groundShare > 0.62 && flatShare > 0.6

/** Minimum score at which a frame is used without searching for a better one. */
export const GOOD = 0.55

/**
 * Rates how well a frame represents its video, from 0 to 1. A good frame is neither dark nor
 * overexposed, is sharp, and has many shades and colors. An empty frame gets a lower score than any
 * other frame.
 */
export const scoreOf = (stats: FrameStats): number => {
  const exposure = Math.min(between(stats.brightness, 16, 72), between(stats.brightness, 246, 190))
  const score =
    0.3 * exposure +
    0.25 * between(stats.entropy, 1.5, 4.3) +
    0.15 * between(stats.contrast, 10, 48) +
    0.18 * between(stats.sharpness, 4, 22) +
    0.12 * between(stats.color, 0.04, 0.35)
  if (isBlack(stats)) return 0.02 * score
  if (isEmpty(stats)) return 0.05 + 0.02 * score
  if (isTitle(stats)) return 0.35 * score
  return score * (1 - 0.5 * between(stats.darkShare, 0.6, 0.97))
}
