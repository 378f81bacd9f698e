import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import { MediaProcess } from "@media/media-tools/MediaProcess"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { build } from "esbuild"
import { mkdtempSync, rmSync } from "node:fs"
import { spawnSync } from "node:child_process"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { differingBits } from "./Distance.ts"
import { exitNoHash } from "./ExitCodes.ts"
import { videoHash } from "./VideoHash.ts"
import { bundleOptions, root } from "../../../scripts/bundle-options.mjs"

const runtime = ManagedRuntime.make(realMediaTools)
let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "media-phash-"))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await runtime.dispose()
})

const make = (name: string, source: string, ...coded: ReadonlyArray<string>) =>
  runtime.runPromise(
    Effect.gen(function* () {
      const tools = yield* MediaProcess
      const path = join(folder, name)
      yield* tools.run({
        tool: "ffmpeg",
        args: ["-v", "error", "-y", "-f", "lavfi", "-i", source, ...coded, path]
      })
      return path
    })
  )
const x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "5", "-pix_fmt", "yuv420p"]
const hashOf = async (path: string) => BigInt(`0x${await runtime.runPromise(videoHash(path, 2))}`)

const scene = (size: string) => `testsrc2=s=${size}:r=5:d=6`

it("returns nearly the same hash for a different size, container and codec", async () => {
  const one = await hashOf(await make("one.mp4", scene("320x180"), ...x264, "-crf", "20"))
  const other = await hashOf(await make("other.mkv", scene("480x270"), ...x264, "-crf", "35"))
  expect(differingBits(one, other)).toBeLessThanOrEqual(6)
})

it("reports a video that is too short to be hashed", async () => {
  const short = await make("short.mp4", "testsrc2=s=160x90:r=5:d=0.4", ...x264)
  const answer = await runtime.runPromise(Effect.either(videoHash(short, 2)))
  expect(Either.isLeft(answer) && answer.left).toMatchObject({ _tag: "NoHash" })
  expect(Either.isLeft(answer) && answer.left.message).toMatch(/too short/)
  const program = join(folder, "phash.mjs")
  await build({ entryPoints: [join(root, "packages/phash/src/main.ts")], outfile: program, ...bundleOptions })
  // Without an installation nearby, the program would search for the tools only on the PATH.
  const { ffmpeg, ffprobe } = await runtime.runPromise(
    Effect.flatMap(MediaBinaries, (binaries) =>
      Effect.all({ ffmpeg: binaries.ffmpeg, ffprobe: binaries.ffprobe })
    )
  )
  const env = { ...process.env, MEDIA_FFMPEG_BIN: ffmpeg.path, MEDIA_FFPROBE_BIN: ffprobe.path }
  const run = spawnSync(process.execPath, [program, short], { encoding: "utf8", env })
  expect([run.status, run.stdout]).toEqual([exitNoHash, ""])
  expect(run.stderr).toMatch(/^media-phash: The video is too short/)
})
