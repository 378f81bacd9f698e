import { makeMedia } from "../media/MakeMedia.ts"
import { realMediaTools } from "../media/MediaRuntime.ts"
import type { MediaRecipe } from "../media/MediaRecipe.ts"
import * as Effect from "effect/Effect"
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

const common = { audio: "aac", fps: "25", container: "mp4", isFastStart: true } as const

/**
 * Recipes of the sample videos. Each video is generated once per machine. Its frames show numbers, and its audio clicks
 * every second.
 */
const recipes = {
  plain: { ...common, video: "h264", seconds: 40, width: 640, height: 344 },
  /** A video of four minutes, whose end is far from the part that is played first. */
  long: { ...common, video: "h264", seconds: 240, width: 640, height: 344 },
  /** A video of half an hour. No machine can finish its preview before the test cancels the job. */
  endless: { ...common, video: "h264", seconds: 240, width: 640, height: 344, times: 8 },
  /** A video that is large enough for three renditions. */
  tall: { ...common, video: "h264", seconds: 40, width: 1280, height: 704 },
  /** A video in a codec that Chromium cannot decode. */
  foreign: { ...common, video: "mpeg4", seconds: 20, width: 480, height: 256 },
  webm: { video: "vp9", container: "webm", audio: "opus", fps: "25", seconds: 20, width: 480, height: 256 }
} as const satisfies Record<string, MediaRecipe>

export type SampleName = keyof typeof recipes | "corrupt" | "bad"

/** The titles of the sample videos. They are also the names of the files. */
export const titles: Readonly<Record<SampleName, string>> = {
  plain: "Harbour Lights",
  long: "The Long Way",
  endless: "Half an Hour",
  tall: "High Mountains",
  foreign: "Old Codec",
  webm: "Open Format",
  corrupt: "Torn File",
  bad: "Noise Inside"
}

const extensions: Readonly<Partial<Record<SampleName, string>>> = { webm: "webm" }
export const fileName = (name: SampleName): string => `${titles[name]}.${extensions[name] ?? "mp4"}`

const made = (recipe: MediaRecipe): Promise<string> =>
  Effect.runPromise(makeMedia(recipe).pipe(Effect.provide(realMediaTools), Effect.orDie))

/** Copies a sample video into the folder, named after its title or `as`. */
export const putVideo = async (folder: string, name: SampleName, as = fileName(name)): Promise<void> => {
  const target = join(folder, as)
  mkdirSync(dirname(target), { recursive: true })
  if (name === "corrupt") writeFileSync(target, noise(300_000))
  else if (name === "bad") writeFileSync(target, withNoiseFrames(readFileSync(await made(recipes.plain))))
  else copyFileSync(await made(recipes[name]), target)
}

export const putVideos = async (folder: string, names: ReadonlyArray<SampleName>): Promise<void> => {
  for (const name of names) await putVideo(folder, name)
}

/** Returns pseudo-random bytes that are the same on every run, so that failures can be reproduced. */
const noise = (length: number): Buffer => {
  const bytes = Buffer.alloc(length)
  let state = 1
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

/** Replaces the frames of a video with noise and keeps the header. The file still looks like a video. */
const withNoiseFrames = (video: Buffer): Buffer => {
  const begin = video.indexOf("mdat") + 4
  noise(video.length - begin).copy(video, begin)
  return video
}
