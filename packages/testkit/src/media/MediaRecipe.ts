import { createHash } from "node:crypto"

/** A small video whose every frame carries its own number. Equal recipes give one file, made once. */
export interface MediaRecipe {
  readonly video: "h264" | "h264-open" | "h264-10bit" | "hevc" | "vp9" | "mpeg4" | "mpeg2-interlaced"
  readonly container: "mp4" | "mkv" | "webm" | "avi" | "ts" | "mpg"
  readonly audio?: "aac" | "ac3-5.1" | "mp3" | "opus" | "mp2" | "aac-44100"
  readonly seconds: number
  /** `25`, `24000/1001`, ... */
  readonly fps: string
  /** Width of the frame without the number strip. Default 160. */
  readonly width?: number
  /** Default 80. The strip of 16 lines is added below. */
  readonly height?: number
  /** Pictures between key frames. Default 2 s. */
  readonly keyInterval?: number
  /** Leaves frames out at uneven intervals. */
  readonly isVariableRate?: boolean
  /** The `rotate` tag of the container, in degrees clockwise. */
  readonly rotation?: 90 | 180 | 270
  /** An edit list starts playback in the middle of a group of pictures (mp4 only). */
  readonly editStartSeconds?: number
  /** In seconds: the sound begins later or ends earlier, or the picture begins later. */
  readonly audioDelay?: number
  readonly audioSeconds?: number
  readonly videoDelay?: number
  /** Repeats the finished video this many times without encoding it again (mp4 only). */
  readonly times?: number
  /** The index is at the front, as in files made for the web. */
  readonly isFastStart?: boolean
}

/** Increase it when the generator changes the result of a recipe. */
const GENERATOR = 4

export const recipeName = (recipe: MediaRecipe): string => {
  const canonical = JSON.stringify(Object.entries(recipe).sort(([a], [b]) => (a < b ? -1 : 1)))
  const hash = createHash("sha256").update(`${GENERATOR}${canonical}`).digest("hex").slice(0, 16)
  return `${recipe.video}-${hash}.${recipe.container}`
}

export const STRIP_LINES = 16

/** Size of the coded frame, strip included. */
export const frameSize = (recipe: MediaRecipe): { readonly width: number; readonly height: number } => ({
  width: recipe.width ?? 160,
  height: (recipe.height ?? 80) + STRIP_LINES
})

export const rateOfRecipe = (recipe: MediaRecipe): number => {
  const [num = 25, den = 1] = recipe.fps.split("/").map(Number)
  return num / den
}
