import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { makeMedia } from "@media/testkit/media/MakeMedia"
import type { MediaRecipe } from "@media/testkit/media/MediaRecipe"
import * as Effect from "effect/Effect"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const made = new Map<string, Promise<string>>()

const generate = (recipe: MediaRecipe): Promise<string> => {
  const key = JSON.stringify(recipe)
  const present = made.get(key)
  if (present !== undefined) return present
  const path = Effect.runPromise(Effect.provide(makeMedia(recipe), realMediaTools))
  made.set(key, path)
  return path
}

/** Returns a video with one second of frames and a size of about 10 kB. */
export const tinyVideo = () =>
  generate({ video: "h264", container: "mp4", audio: "aac", seconds: 1, fps: "10" })

/**
 * Returns a video that is long enough for several segments. Its streams cannot be copied, so the server must convert
 * the audio and the frames.
 */
export const longVideo = () =>
  generate({
    video: "mpeg4",
    container: "avi",
    audio: "mp3",
    seconds: 24,
    fps: "25",
    width: 320,
    height: 160
  })

/**
 * Returns a playable copy of the video with another size. A `free` box whose size depends on `n` is added at its end.
 */
export const variantOf = (bytes: Buffer, n: number): Buffer => {
  const box = Buffer.alloc(9 + n)
  box.writeUInt32BE(box.length, 0)
  box.write("free", 4)
  return Buffer.concat([bytes, box])
}

/** Creates `count` different videos in folders of 50. Returns their paths relative to `folder`. */
export const fillLibrary = async (
  folder: string,
  count: number,
  first = 0
): Promise<ReadonlyArray<string>> => {
  const bytes = readFileSync(await tinyVideo())
  const paths: Array<string> = []
  for (let n = first; n < first + count; n++) {
    const name = join(`part ${Math.floor(n / 50)}`, `video ${n}.mp4`)
    if (n === first || n % 50 === 0)
      mkdirSync(join(folder, `part ${Math.floor(n / 50)}`), { recursive: true })
    writeFileSync(join(folder, name), variantOf(bytes, n))
    paths.push(name)
  }
  return paths
}
