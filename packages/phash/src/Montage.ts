import { blackRaster, type Raster } from "./Raster.ts"

const ACROSS = 5
export const FRAMES = ACROSS * ACROSS

/** Returns the times of the frames in seconds for a video of this duration: every 3.6%, starting at 5%. */
export const frameTimes = (duration: number): ReadonlyArray<number> => {
  const step = (0.9 * duration) / FRAMES
  return Array.from({ length: FRAMES }, (_, index) => 0.05 * duration + index * step)
}

/** Arranges the frames in 5 rows of 5. Each cell has the size of the first frame. Larger frames are cut off. */
export const montage = (frames: ReadonlyArray<Raster>): Raster => {
  const { height = 0, width = 0 } = frames[0] ?? {}
  const whole = blackRaster(width * ACROSS, height * ACROSS)
  for (const [index, frame] of frames.entries()) {
    const left = (index % ACROSS) * width
    const top = Math.floor(index / ACROSS) * height
    const shown = Math.min(frame.width, whole.width - left) * 3
    for (let y = 0; y < frame.height && top + y < whole.height; y += 1) {
      const from = y * frame.width * 3
      whole.data.set(frame.data.subarray(from, from + shown), ((top + y) * whole.width + left) * 3)
    }
  }
  return whole
}
