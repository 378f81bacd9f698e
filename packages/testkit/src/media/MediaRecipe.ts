import { createHash } from "node:crypto"

/**
 * Describes a small video in which every frame shows its own number. Equal recipes share one file, which is created
 * only once.
 */
export interface MediaRecipe {
  readonly video: "h264" | "h264-open" | "h264-10bit" | "hevc" | "vp9" | "mpeg4" | "mpeg2-interlaced"
  readonly container: "mp4" | "mkv" | "webm" | "avi" | "ts" | "mpg"
  readonly audio?: "aac" | "ac3-5.1" | "mp3" | "opus" | "mp2" | "aac-44100"
  readonly seconds: number
  /** Frame rate, such as `25` or `24000/1001`. */
  readonly fps: string
  /** Width of the frame in pixels. The default is 160. */
  readonly width?: number
  /** Height of the frame in pixels, without the strip of 16 lines that is added below. The default is 80. */
  readonly height?: number
  /** Number of frames between key frames. The default corresponds to 2 s. */
  readonly keyInterval?: number
  /** True to drop frames at uneven intervals. */
  readonly isVariableRate?: boolean
  /** The `rotate` tag of the container, in degrees clockwise. */
  readonly rotation?: 90 | 180 | 270
  /** Position in seconds at which an edit list starts playback, in the middle of a group of pictures (mp4 only). */
  readonly editStartSeconds?: number
  /** Delay of the audio, duration of the audio, and delay of the video, in seconds. */
  readonly audioDelay?: number
  readonly audioSeconds?: number
  readonly videoDelay?: number
  /** Number of times to repeat the finished video without encoding it again (mp4 only). */
  readonly times?: number
  /** True to write the index at the front, as in files for the web. */
  readonly isFastStart?: boolean
}

/** Version of the generator. Increment it when the generator produces different videos. */
const GENERATOR = 4

export const recipeName = (recipe: MediaRecipe): string => {
  const canonical = JSON.stringify(Object.entries(recipe).sort(([a], [b]) => (a < b ? -1 : 1)))
  const hash = createHash("sha256").update(`${GENERATOR}${canonical}`).digest("hex").slice(0, 16)
  return `${recipe.video}-${hash}.${recipe.container}`
}

export const STRIP_LINES = 16

/** Returns the size of the coded frame in pixels, including the strip. */
export const frameSize = (recipe: MediaRecipe): { readonly width: number; readonly height: number } => ({
  width: recipe.width ?? 160,
  height: (recipe.height ?? 80) + STRIP_LINES
})

export const rateOfRecipe = (recipe: MediaRecipe): number => {
  const [num = 25, den = 1] = recipe.fps.split("/").map(Number)
  return num / den
}
