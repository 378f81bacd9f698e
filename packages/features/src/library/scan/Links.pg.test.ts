import { emptyLibraries, openLibrary, writeTree } from "@media/testkit/Library"
import { startStore } from "@media/testkit/TestServer"
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"

let store: Awaited<ReturnType<typeof startStore>>
let base = ""
let root = ""
let outside = ""
const at = (name: string) => join(root, name)
beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())
beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), "scan-"))
  root = join(base, "root")
  outside = join(base, "outside")
  writeTree(outside, { "secret.mp4": "secret", "deep/other.mp4": "other" })
  writeTree(root, { "a.mp4": "a", "shelf/b.mp4": "bb", "shelf/deep/c.mp4": "ccc" })
  await emptyLibraries(store)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const paths = async (library: { videos: () => Promise<ReadonlyArray<{ path: string; status: string }>> }) =>
  (await library.videos()).map(({ path, status }) => `${path} ${status}`)

describe("a folder that was replaced with a link", () => {
  it.each([
    ["out of the root", () => outside],
    ["to another folder of the root", () => at("other")]
  ])("does not scan a folder that was replaced with a link %s", async (_, target) => {
    writeTree(root, { "other/d.mp4": "dddd" })
    const library = await openLibrary(store, [root])
    await library.scan()
    const before = await paths(library)
    renameSync(at("shelf"), join(base, "away"))
    symlinkSync(target(), at("shelf"))
    for (const path of ["shelf", "shelf/deep", "shelf/"])
      expect(await library.failure(0, path)).toMatch(/symbolic link|skipped|did not fail/)
    expect(await library.failure(0, "shelf")).toMatch(/symbolic link/)
    expect(await paths(library)).toEqual(before)
    expect(await library.scan()).toMatchObject({ missing: 2, added: 0 })
    expect(await paths(library)).toEqual([
      "a.mp4 arriving",
      "other/d.mp4 arriving",
      "shelf/b.mp4 missing",
      "shelf/deep/c.mp4 missing"
    ])
    rmSync(at("shelf"))
    renameSync(join(base, "away"), at("shelf"))
    expect(await library.scan(0, "shelf")).toMatchObject({ found: 2, added: 0 })
  })

  it("never scans files outside the root, even if a link is swapped in repeatedly during scans", async () => {
    for (let n = 0; n < 60; n += 1) writeTree(root, { [`many/${n}/video.mp4`]: `${n}` })
    const library = await openLibrary(store, [root])
    symlinkSync(outside, at("evil"))
    let isOver = false
    const swapping = (async () => {
      for (let n = 0; !isOver; n = (n + 7) % 60) {
        renameSync(at(`many/${n}`), at("kept"))
        renameSync(at("evil"), at(`many/${n}`))
        await new Promise(setImmediate)
        renameSync(at(`many/${n}`), at("evil"))
        renameSync(at("kept"), at(`many/${n}`))
        await new Promise(setImmediate)
      }
    })()
    for (let round = 0; round < 12; round += 1) {
      await library.scan(0, round % 2 === 0 ? "many" : undefined)
    }
    isOver = true
    await swapping
    const found = (await library.videos()).map(({ path }) => path)
    expect(found.filter((path) => /secret|other/.test(path))).toEqual([])
    await library.scan()
    expect((await paths(library)).filter((path) => path.startsWith("many/"))).toHaveLength(60)
  })
})

describe("intended links", () => {
  it("follows a link in place of the root, and links to files in other folders of the same root", async () => {
    symlinkSync(root, join(base, "link"))
    symlinkSync(at("shelf/b.mp4"), at("same.mp4"))
    symlinkSync("../shelf/deep/c.mp4", at("a-folder-link-target"))
    rmSync(at("a-folder-link-target"))
    const library = await openLibrary(store, [join(base, "link")])
    expect(await library.scan()).toMatchObject({ added: 4 })
    expect(await library.scan(0, "shelf")).toMatchObject({ unchanged: 2 })
    // Simulates a disk that is now mounted elsewhere: a link to the new location replaces the root.
    renameSync(root, join(base, "new-disk"))
    symlinkSync(join(base, "new-disk"), root)
    expect(await library.scan()).toMatchObject({ unchanged: 4, missing: 0, added: 0 })
    expect(await library.scan(0, "shelf/deep")).toMatchObject({ unchanged: 1, missing: 0 })
  })

  it("ignores links to parent folders and reports links that form loops", async () => {
    mkdirSync(at("loop"))
    symlinkSync("..", at("loop/up"))
    symlinkSync(".", at("loop/here"))
    symlinkSync("two", at("loop/one"))
    symlinkSync("one", at("loop/two"))
    const library = await openLibrary(store, [root])
    expect(await library.scan()).toMatchObject({ added: 3 })
    expect(await library.scanResults()).toMatchObject({
      "loop/up": expect.stringMatching(/^ignored: Symbolic link/),
      "loop/here": "ignored: Symbolic link to a folder",
      "loop/one": "failed: The symbolic links form a loop"
    })
  })
})
