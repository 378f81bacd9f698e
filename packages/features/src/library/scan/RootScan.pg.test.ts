import { removeLibrary, updateLibrary } from "@media/features/library/libraries/commands"
import { administrator, emptyLibraries, openLibrary, writeTree } from "@media/testkit/Library"
import { startStore } from "@media/testkit/TestServer"
import { execFileSync } from "node:child_process"
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"

let store: Awaited<ReturnType<typeof startStore>>
let root = ""
beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "scan-"))
  await emptyLibraries(store)
})
// Uses `rm`, because Node cannot delete paths that are longer than the system's limit.
afterEach(() => execFileSync("rm", ["-rf", root]))

const counts = async () => ({
  events: Number((await store.rows("select count(*) as n from events"))[0]!["n"]),
  jobs: Number((await store.rows("select count(*) as n from jobs where queue = 2"))[0]!["n"])
})
const at = (name: string) => join(root, name)

describe("a scan", () => {
  it("indexes each new file only once", async () => {
    writeTree(root, { "a.mp4": "a", "deep/er/b.mkv": "bb", "notes.log": "x" })
    const library = await openLibrary(store, [root])
    expect(await library.scan()).toMatchObject({ files: 3, folders: 3, added: 2, ignored: 1 })
    const first = await library.videos()
    expect(first.map(({ path, status, title }) => [path, status, title])).toEqual([
      ["a.mp4", "arriving", "a"],
      ["deep/er/b.mkv", "arriving", "b"]
    ])
    const jobs = await store.rows(
      "select payload from jobs j join queues q on q.id = j.queue where q.name = 'media-probe'"
    )
    expect(jobs).toHaveLength(2)

    const before = await counts()
    expect(await library.scan()).toMatchObject({ added: 0, changed: 0, unchanged: 3, ignored: 0 })
    expect(await counts()).toEqual(before)
    expect(await library.videos()).toEqual(first)
  })

  it("detects a changed file by size or time and requests a new probe", async () => {
    writeTree(root, { "a.mp4": "a", "b.mp4": "b" })
    const library = await openLibrary(store, [root])
    await library.scan()
    const before = await library.videos()
    appendFileSync(at("a.mp4"), "more")
    utimesSync(at("b.mp4"), 1, 1)
    expect(await library.scan()).toMatchObject({ changed: 2, added: 0, missing: 0 })
    expect((await library.videos()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(await library.scan()).toMatchObject({ unchanged: 2, changed: 0 })
  })

  it("keeps items whose file or folder was renamed or moved to another library", async () => {
    const other = mkdtempSync(join(tmpdir(), "scan-other-"))
    writeTree(root, {
      "one.mp4": "one!",
      "shelf/two.mp4": "two!!",
      "shelf/three.mp4": "three!",
      "stays.mp4": "stay"
    })
    writeTree(other, { "keep.mp4": "keeper" })
    const library = await openLibrary(store, [root])
    const second = await openLibrary(store, [other], { name: "Second" })
    await library.scan()
    await second.scan()
    await store.rows("update item_files set oshash = size_bytes")
    await store.rows("update item_files set oshash = null")
    const ids = new Map((await library.videos()).map(({ id, path }) => [path, id]))

    renameSync(at("shelf"), at("rack"))
    expect(await library.scan()).toMatchObject({ moved: 2, added: 0, missing: 0 })
    renameSync(at("one.mp4"), join(other, "one.mp4"))
    expect(await second.scan()).toMatchObject({ moved: 1, added: 0 })
    expect(await library.scan()).toMatchObject({ missing: 0, added: 0 })
    const after = new Map((await library.videos()).map((video) => [video.path, video]))
    expect(after.get("rack/two.mp4")?.id).toBe(ids.get("shelf/two.mp4"))
    expect(after.get("rack/three.mp4")?.id).toBe(ids.get("shelf/three.mp4"))
    expect(after.get("one.mp4")).toMatchObject({ id: ids.get("one.mp4"), library_id: second.id })
    expect([...after.values()].filter(({ status }) => status === "missing")).toEqual([])
    expect(await library.scanResults()).toMatchObject({ "rack/two.mp4": "moved", "one.mp4": "moved" })
    rmSync(other, { recursive: true })
  })

  it("recognizes a renamed file by its oshash, even if its extension changed", async () => {
    const content = Buffer.alloc(200_000, "video")
    writeTree(root, { "a.mp4": content, "z.mp4": "z" })
    const library = await openLibrary(store, [root])
    await library.scan()
    const hash = "0123456789abcdef"
    const { oshash } = await import("@media/media-tools/hashes/Oshash")
    await store.rows("update item_files set oshash = ('x' || $1)::bit(64)::bigint where path = 'a.mp4'", [
      await oshash(at("a.mp4"))
    ])
    const [before] = await library.videos()
    renameSync(at("a.mp4"), at("Another Name.mkv"))
    expect(await library.scan()).toMatchObject({ moved: 1 })
    expect((await library.videos())[0]).toMatchObject({ id: before!.id, path: "Another Name.mkv" })

    await store.rows(
      "update item_files set oshash = ('x' || $1)::bit(64)::bigint where path like 'Another%'",
      [hash]
    )
    renameSync(at("Another Name.mkv"), at("c.mp4"))
    expect(await library.scan()).toMatchObject({ moved: 0, added: 1, missing: 1 })
  })

  it("treats a copy as a new item", async () => {
    writeTree(root, { "a.mp4": "video" })
    const library = await openLibrary(store, [root])
    await library.scan()
    mkdirSync(at("copy"))
    cpSync(at("a.mp4"), at("copy/a.mp4"), { preserveTimestamps: true })
    copyFileSync(at("a.mp4"), at("b.mp4"))
    expect(await library.scan()).toMatchObject({ added: 2, moved: 0, missing: 0 })
    expect(new Set((await library.videos()).map(({ id }) => id)).size).toBe(3)
  })

  it("marks files as missing, and keeps the item and its history when the file reappears", async () => {
    writeTree(root, { "a.mp4": "a", "b/c.mp4": "cc", "b/d.mp4": "ddd" })
    utimesSync(at("b/d.mp4"), 1_700_000_000, 1_700_000_000)
    const library = await openLibrary(store, [root])
    await library.scan()
    const [, , d] = await library.videos()
    renameSync(at("b"), `${root}-away`)
    expect(await library.scan()).toMatchObject({ missing: 2 })
    expect((await library.videos()).map(({ status }) => status)).toEqual(["arriving", "missing", "missing"])
    const before = await counts()
    expect(await library.scan()).toMatchObject({ missing: 0 })
    expect(await counts()).toEqual(before)
    expect(await library.scanResults()).toMatchObject({ "b/c.mp4": "missing: The file no longer exists" })

    renameSync(`${root}-away`, at("b"))
    expect(await library.scan()).toMatchObject({ found: 2, added: 0, changed: 0 })
    expect((await library.videos())[2]).toMatchObject({ id: d!.id, status: "arriving" })
    expect((await library.videos()).map(({ status }) => status)).not.toContain("missing")

    rmSync(at("b/d.mp4"))
    await library.scan()
    mkdirSync(at("e"))
    writeFileSync(at("e/d.mp4"), "ddd")
    utimesSync(at("e/d.mp4"), 1_700_000_000, 1_700_000_000)
    expect(await library.scan()).toMatchObject({ moved: 1, added: 0 })
    expect((await library.videos()).find(({ id }) => id === d!.id)).toMatchObject({
      path: "e/d.mp4",
      status: "arriving"
    })
  })
})

describe("a root with a problem", () => {
  it("keeps all items if the root is suddenly empty or disconnected", async () => {
    writeTree(root, { "a.mp4": "a", "b/c.mp4": "c" })
    const library = await openLibrary(store, [root])
    await library.scan()
    const before = [await counts(), await library.videos()]
    renameSync(root, `${root}-disk`)
    expect(await library.failure()).toMatch(/cannot be read \(it does not exist\).*Nothing was changed/)
    mkdirSync(root)
    expect(await library.failure()).toMatch(
      /is empty, but contained 2 files at the last scan.*Nothing was changed/
    )
    writeFileSync(at(".hidden"), "")
    mkdirSync(at("lost+found"))
    expect(await library.failure()).toMatch(/contains none of the known files.*Nothing was changed/)
    rmSync(root, { recursive: true })
    writeFileSync(root, "")
    expect(await library.failure()).toMatch(/it is not a folder.*Nothing was changed/)
    rmSync(root)
    renameSync(`${root}-disk`, root)
    expect([await counts(), await library.videos()]).toEqual(before)
    expect(await library.scan()).toMatchObject({ unchanged: 2, missing: 0 })
  })

  it("is not scanned if it was removed or disabled", async () => {
    writeTree(root, { "a.mp4": "a" })
    const library = await openLibrary(store, [root])
    await store.run(
      updateLibrary(administrator, library.id, {
        roots: [{ id: library.roots[0]!.id, path: root, enabled: false }]
      })
    )
    expect(await library.scan()).toHaveProperty("skipped")
    await store.run(removeLibrary(administrator, library.id))
    expect(await library.scan()).toHaveProperty("skipped")
    expect(await library.videos()).toEqual([])
  })

  it("rejects a scan of a folder outside the root", async () => {
    writeTree(root, { "a.mp4": "a" })
    const library = await openLibrary(store, [root])
    expect(await library.failure(0, "../..")).toMatch(/not inside its library/)
  })
})

describe("names and kinds", () => {
  const bytes = (...parts: ReadonlyArray<string | number>) =>
    Buffer.concat(parts.map((part) => (typeof part === "number" ? Buffer.of(part) : Buffer.from(part))))

  it("indexes files with any name that a file system allows", async () => {
    const names = [
      "-rf.mp4",
      "new\nline.mp4",
      "100%.mp4",
      "%03d.mp4",
      "http:x.mp4",
      "concat:a|b.mp4",
      "🎬 Ünïcode.mp4",
      "e\u0301.mp4",
      "\u00e9.mp4",
      `${"x".repeat(251)}.mp4`,
      " spaces .mp4",
      "UPPER.MP4",
      "'quote\".mp4",
      "$(touch x).mp4",
      "back\\slash.mp4"
    ]
    for (const [index, name] of names.entries()) writeFileSync(at(name), "x".repeat(index + 1))
    writeFileSync(bytes(`${root}/bad`, 0xff, 0xfe, ".mp4"), "nonsense bytes")
    writeFileSync(bytes(`${root}/bad`, 0xfd, ".mp4"), "other nonsense bytes")
    const library = await openLibrary(store, [root])
    expect(await library.scan()).toMatchObject({ added: names.length + 2, failed: 0 })
    expect(await library.scan()).toMatchObject({ unchanged: names.length + 2, added: 0, missing: 0 })
    const paths = (await library.videos()).map(({ path }) => path)
    for (const name of names) expect(paths).toContain(name)
    expect(paths).toContain("bad\\xff\\xfe.mp4")
    expect(paths).toContain("bad\\xfd.mp4")
  })

  it("indexes files in deep folders and reports paths that are too long", async () => {
    let folder = root
    for (let depth = 0; depth < 15; depth += 1) folder = join(folder, "d".repeat(200))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "deep.mp4"), "deep")
    writeFileSync(at("flat.mp4"), "flat")
    // Adds folders until the absolute path exceeds the system's limit of 4,096 bytes. The script changes into each new
    // folder and uses relative paths, because the system rejects an absolute path of this length.
    const dig =
      'const fs = require("fs"); const name = "e".repeat(200); for (let n = 0; n < 7; n++) { fs.mkdirSync(name); process.chdir(name) } fs.writeFileSync("abyss.mp4", "x")'
    execFileSync(process.execPath, ["-e", dig], { cwd: folder })
    const library = await openLibrary(store, [root])
    const lines: Array<string> = []
    const tally = await library.scan(0, undefined, lines)
    expect(tally["added"]).toBe(2)
    expect(tally["unreadableFolders"]! + tally["failed"]!).toBeGreaterThan(0)
    expect(`${lines.join()}${JSON.stringify(await library.scanResults())}`).toContain("The path is too long")
  })

  it("records the scan result of each file with its reason", async () => {
    writeTree(root, {
      "video.mp4": "x",
      ".hidden.mp4": "x",
      "video.mp4.part": "x",
      "load.crdownload": "x",
      ".incoming-1.mp4": "x",
      "video-preview.mp4": "x",
      "video_thumb.jpg": "x",
      "video-thumb.jpg": "x",
      "empty.mp4": "",
      "photo.jpg": "x",
      noextension: "x",
      "readme.md": "x",
      "component.ts": "export const a = 1\n",
      "stream.ts": bytes(0x47, "x".repeat(300)),
      "@eaDir/x.mp4": "x",
      ".git/x.mp4": "x",
      "$RECYCLE.BIN/x.mp4": "x"
    })
    mkdirSync(at("folder.mp4"))
    execFileSync("mkfifo", [at("pipe.mp4")])
    symlinkSync(at("video.mp4"), at("inside.mp4"))
    symlinkSync("/etc/hostname", at("outside.mp4"))
    symlinkSync("loop.mp4", at("loop.mp4"))
    symlinkSync("nowhere.mp4", at("dangling.mp4"))
    symlinkSync(root, at("again"))
    symlinkSync("/", at("all"))
    const library = await openLibrary(store, [root])
    await library.scan()
    expect(await library.scanResults()).toEqual({
      "video.mp4": "indexed",
      "inside.mp4": "indexed",
      "stream.ts": "indexed",
      ".hidden.mp4": "ignored: Hidden file",
      "video.mp4.part": "ignored: Unfinished download",
      "load.crdownload": "ignored: Unfinished download",
      ".incoming-1.mp4": "ignored: Hidden file",
      "video-preview.mp4": "ignored: Generated thumbnail or preview",
      "video-thumb.jpg": "ignored: Generated thumbnail or preview",
      "video_thumb.jpg": "ignored: This library does not contain images",
      "dangling.mp4": "ignored: Symbolic link whose target does not exist",
      "@eaDir": "ignored: System folder, not part of the library",
      ".git": "ignored: Hidden folder",
      "$RECYCLE.BIN": "ignored: System folder, not part of the library",
      "empty.mp4": "failed: The file is empty",
      "photo.jpg": "ignored: This library does not contain images",
      noextension: "ignored: No file extension",
      "readme.md": "ignored: Not a media file (.md)",
      "component.ts": "ignored: Not an MPEG transport stream (perhaps a source file with the same extension)",
      "pipe.mp4": "ignored: Not a regular file",
      "outside.mp4": "ignored: Symbolic link that points outside the library",
      "loop.mp4": "failed: The symbolic links form a loop",
      again: expect.stringMatching(/^ignored: Symbolic link/),
      all: "ignored: Symbolic link that points outside the library"
    })
    const before = await counts()
    expect(await library.scan()).toMatchObject({ added: 0, missing: 0 })
    expect(await counts()).toEqual(before)
  })

  it("indexes files that have become media since the last scan", async () => {
    writeTree(root, { "video.mp4.part": "data", "empty.mp4": "" })
    const library = await openLibrary(store, [root])
    await library.scan()
    renameSync(at("video.mp4.part"), at("video.mp4"))
    writeFileSync(at("empty.mp4"), "not any more")
    expect(await library.scan()).toMatchObject({ added: 2 })
    expect(await library.scanResults()).toEqual({ "video.mp4": "indexed", "empty.mp4": "indexed" })
  })
})
