import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { liveVideoHasher } from "./LiveVideoHasher.ts"
import { VideoHasher } from "./VideoHasher.ts"

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "media-phash-program-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tool = { path: "/usr/bin/ffmpeg", version: "7", source: "configured" } as const
const binaries = Layer.succeed(MediaBinaries, { ffmpeg: Effect.succeed(tool), ffprobe: Effect.succeed(tool) })

/** Runs the hasher with a shell script as MEDIA_PHASH_BIN and returns the hash or the error message. */
const answerOf = (name: string, script: string, configured = join(folder, name)) => {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, name), 0o755)
  const config = ConfigProvider.fromMap(
    new Map([
      ["MEDIA_PHASH_BIN", configured],
      ["PATH", `/nowhere:${folder}`]
    ])
  )
  return Effect.runPromise(
    Effect.flatMap(VideoHasher, ({ hash }) => hash("/videos/a b.mp4")).pipe(
      Effect.provide(liveVideoHasher.pipe(Layer.provide(binaries))),
      Effect.withConfigProvider(config),
      Effect.match({ onFailure: ({ _tag, message }) => `${_tag}: ${message}`, onSuccess: (hash) => hash })
    )
  )
}

it("runs a program given by path or by name, and pads its hash to 16 digits", async () => {
  expect(await answerOf("short", `[ "$1" = "/videos/a b.mp4" ] && echo D2FF`)).toBe("000000000000d2ff")
  expect(await answerOf("named", "echo 0123456789abcdef", "named")).toBe("0123456789abcdef")
})

it("distinguishes a video that cannot be hashed from a failure", async () => {
  expect(await answerOf("none", "echo 'media-phash: The video is too short.' >&2; exit 2")).toBe(
    "NoHash: The video is too short."
  )
  expect(await answerOf("broken", "echo first >&2; echo 'no codec' >&2; exit 1")).toBe("HashFailed: no codec")
  expect(await answerOf("chatty", "echo Hello")).toMatch(/^HashFailed: .*did not return a hash: hello/)
  expect(await answerOf("gone", "true", "/nowhere/phash")).toBe(
    "HashFailed: MEDIA_PHASH_BIN: /nowhere/phash is not an executable program. Check the path."
  )
})
