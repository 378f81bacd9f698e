import * as Effect from "effect/Effect"
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { folderContents } from "./folderContents.ts"

let top = ""
const put = (path: string): void => {
  mkdirSync(join(top, path, ".."), { recursive: true })
  writeFileSync(join(top, path), "x")
}
beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), "media-contents-"))
  for (const path of [
    "a/one.mkv",
    "a/two.MP4",
    "a/b/three.webm",
    "a/b/cover.jpg",
    "music/song.flac",
    "books/story.epub",
    "a/notes.txt",
    "a/.hidden.mkv",
    ".cache/four.mkv",
    "@eaDir/five.mkv"
  ])
    put(path)
  symlinkSync(join(top, "a"), join(top, "again"))
  mkdirSync(join(top, "locked"))
  chmodSync(join(top, "locked"), 0)
})
afterAll(() => rmSync(top, { recursive: true, force: true }))

it("does not fail if folders disappear while they are read", async () => {
  const seen = await Effect.runPromise(folderContents("/proc", { entries: 60_000, millis: 2_000 }))
  expect(seen.path).toBe("/proc")
})

const count = (path: string) => Effect.runPromise(folderContents(path))

describe("folderContents", () => {
  it("counts files by kind in all folders that a scan visits", async () => {
    expect(await count(top)).toEqual({
      path: top,
      contents: { videos: 3, images: 1, audio: 1, books: 1 },
      folders: 4,
      isComplete: true
    })
  })

  it("returns no contents for an unreadable folder and rejects a missing one", async () => {
    expect((await count(join(top, "locked"))).contents).toEqual({})
    await expect(count(join(top, "no such folder"))).rejects.toThrow("This folder does not exist.")
  })

  it("rejects a relative path", async () => {
    const fault = await Effect.runPromise(Effect.flip(folderContents("a")))
    expect(fault.message).toMatch(/absolute/)
  })

  it("returns an incomplete count if there are too many entries or counting takes too long", async () => {
    const some = await Effect.runPromise(folderContents(top, { entries: 8, millis: 1_000 }))
    expect(some.isComplete).toBe(false)
    const none = await Effect.runPromise(folderContents(top, { entries: 1_000, millis: 0 }))
    expect(none).toMatchObject({ contents: {}, isComplete: false })
  })
})
