import { administrator, emptyLibraries, openLibrary, writeTree } from "@media/testkit/Library"
import { startStore } from "@media/testkit/TestServer"
import { updateLibrary } from "@media/features/library/libraries/commands"
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"

let store: Awaited<ReturnType<typeof startStore>>
let root = ""
const at = (name: string) => join(root, name)
const everything = ["videos", "images", "audio", "books"] as const

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "kinds-"))
  await emptyLibraries(store)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const items = async () =>
  Object.fromEntries(
    (
      await store.rows(`select f.path, v.id, v.kind::text || ' ' || v.status as state
        from items v join item_files f on f.item_id = v.id order by f.path, v.created_at`)
    ).map(({ id, path, state }) => [path, { id, state }])
  )
const marks = () =>
  store.rows("select path, scan_result, reason, checked_at from scanned_files order by path")
const events = async () => Number((await store.rows("select count(*) as n from events"))[0]!["n"])
const page = "<!DOCTYPE html>\n<html><body>not found</body></html>"

describe("a library that accepts all kinds of files", () => {
  it("accepts files of every kind and explains why other files are skipped", async () => {
    writeTree(root, {
      "a.mkv": "video",
      "b.jpg": "image",
      "c.mp3": "track",
      "d.cbz": "book",
      "e.ogg": "no Ogg",
      "liar.jpg": page,
      "liar.epub": page,
      "main.ts": "export {}",
      "empty.jpg": "",
      "f.zip": "PK",
      "g.log": "text"
    })
    const library = await openLibrary(store, [root], { contents: everything })
    expect(await library.scan()).toMatchObject({ added: 6, ignored: 4, failed: 1 })
    expect(await items()).toMatchObject({
      "a.mkv": { state: "video arriving" },
      "b.jpg": { state: "image arriving" },
      "c.mp3": { state: "track ready" },
      "d.cbz": { state: "book arriving" },
      "e.ogg": { state: "track ready" },
      "f.zip": { state: "gallery arriving" }
    })
    expect(await library.scanResults()).toEqual({
      "a.mkv": "indexed",
      "b.jpg": "indexed",
      "c.mp3": "indexed",
      "d.cbz": "indexed",
      "e.ogg": "indexed",
      "liar.jpg": "ignored: It is a web page, not an image",
      "liar.epub": "ignored: It is a web page, not a book",
      "main.ts": "ignored: Not an MPEG transport stream (perhaps a source file with the same extension)",
      "empty.jpg": "failed: The file is empty",
      "f.zip": "indexed",
      "g.log": "ignored: Not a media file (.log)"
    })
    const before = await marks()
    expect(await library.scan()).toMatchObject({ unchanged: 11, added: 0, ignored: 0, failed: 0 })
    expect(await marks()).toEqual(before)
  })

  it("marks an item missing while its file is empty or contains data of another type", async () => {
    writeTree(root, { "a.jpg": "image", "b.mp3": "track" })
    const library = await openLibrary(store, [root], { contents: everything })
    await library.scan()
    const before = await items()
    writeTree(root, { "a.jpg": page, "b.mp3": "" })
    expect(await library.scan()).toMatchObject({ missing: 2, changed: 0 })
    expect(await library.scanResults()).toEqual({
      "a.jpg": "ignored: It is a web page, not an image",
      "b.mp3": "failed: The file is empty"
    })
    const [marked, written] = [await marks(), await events()]
    expect(await library.scan()).toMatchObject({ unchanged: 2 })
    expect([await marks(), await events()]).toEqual([marked, written])
    writeTree(root, { "a.jpg": "image again", "b.mp3": "track again" })
    expect(await library.scan()).toMatchObject({ found: 2, changed: 2, added: 0 })
    expect(await items()).toEqual(before)
  })

  it("rechecks a skipped file when its kind is added to the library's contents", async () => {
    const vorbis = Buffer.from("OggS\0\x02".padEnd(28, "\0") + "\x01vorbis", "latin1")
    writeTree(root, { "a.ogg": vorbis })
    const library = await openLibrary(store, [root])
    await library.scan()
    expect(await library.scanResults()).toEqual({ "a.ogg": "ignored: The file contains audio but no video" })
    await store.run(updateLibrary(administrator, library.id, { contents: ["videos", "audio"] }))
    expect(await library.scan()).toMatchObject({ added: 1 })
    expect(await items()).toMatchObject({ "a.ogg": { state: "track ready" } })
  })
})

describe("matching files without fingerprints", () => {
  const stamp = (name: string, seconds = 1_600_000_000) => utimesSync(at(name), seconds, seconds)

  it("recognizes a renamed file if its size and time match a single missing item", async () => {
    writeTree(root, { "a.jpg": "same", "b.jpg": "same", "c.jpg": "other" })
    for (const name of ["a.jpg", "b.jpg", "c.jpg"]) stamp(name)
    const library = await openLibrary(store, [root], { contents: ["images"] })
    await library.scan()
    const before = await items()
    renameSync(at("c.jpg"), at("renamed.jpg"))
    expect(await library.scan()).toMatchObject({ moved: 1, added: 0, missing: 0 })
    expect((await items())["renamed.jpg"]).toEqual(before["c.jpg"])

    // Both files had the same size and time before they were renamed, so the scan cannot tell which new file belongs to
    // which item.
    renameSync(at("a.jpg"), at("x.jpg"))
    renameSync(at("b.jpg"), at("y.jpg"))
    expect(await library.scan()).toMatchObject({ moved: 0, added: 2, missing: 2 })
  })

  it("adds a file as new if the original still exists or the time differs", async () => {
    writeTree(root, { "a.jpg": "same", "b.jpg": "bb" })
    const library = await openLibrary(store, [root], { contents: ["images"] })
    await library.scan()
    cpSync(at("a.jpg"), at("copy.jpg"), { preserveTimestamps: true })
    renameSync(at("b.jpg"), at("touched.jpg"))
    stamp("touched.jpg")
    expect(await library.scan()).toMatchObject({ moved: 0, added: 2, missing: 1 })
  })

  it("never matches a file to an item of another kind", async () => {
    writeTree(root, { "a.jpg": "same", "keep.jpg": "" })
    stamp("a.jpg")
    const library = await openLibrary(store, [root], { contents: everything })
    await library.scan()
    renameSync(at("a.jpg"), at("a.mp3"))
    expect(await library.scan()).toMatchObject({ moved: 0, added: 1, missing: 1 })
  })

  it("matches moved files by their folders if many files have the same name, size and time", async () => {
    for (let n = 0; n < 12; n += 1) {
      writeTree(root, { [`${n}/cover.jpg`]: "same cover" })
      stamp(`${n}/cover.jpg`)
    }
    const library = await openLibrary(store, [root], { contents: ["images"] })
    await library.scan()
    const before = await items()
    mkdirSync(at("albums"))
    for (let n = 0; n < 12; n += 1) renameSync(at(String(n)), at(`albums/${n}`))
    expect(await library.scan()).toMatchObject({ moved: 12, added: 0, missing: 0 })
    const after = await items()
    for (let n = 0; n < 12; n += 1) expect(after[`albums/${n}/cover.jpg`]).toEqual(before[`${n}/cover.jpg`])
  })
})

it("keeps an item whose path is also the path of a missing item", async () => {
  writeTree(root, { "a.jpg": "first", "b.jpg": "second", "keep.jpg": "x" })
  const library = await openLibrary(store, [root], { contents: ["images"] })
  await library.scan()
  const before = await items()
  rmSync(at("a.jpg"))
  await library.scan()
  // Simulate a log in which a second item moved to the path of the missing item. Two scans and two restored backups can
  // produce such a log.
  const { mtimeMs, size } = statSync(at("b.jpg"))
  await store.rows(
    `insert into events (stream_id, version, type, data, at)
     select stream_id, version + 1, 'item.file-moved.v1',
            data || jsonb_build_object('path', 'a.jpg', 'pathBytes', encode('a.jpg', 'base64')), at
     from events where stream_id = $1`,
    [before["b.jpg"]!.id]
  )
  await store.rows(
    "update item_files set path = 'a.jpg', path_hash = substr(sha256('a.jpg'), 1, 16) where item_id = $1",
    [before["b.jpg"]!.id]
  )
  writeTree(root, { "a.jpg": "first" })
  expect([size, mtimeMs > 0]).toEqual([6, true])
  expect(await library.scan()).toMatchObject({ added: 0, found: 0 })
  expect(await library.scan()).toMatchObject({ failed: 0 })
  expect((await items())["a.jpg"]!.id).toBe(before["b.jpg"]!.id)
  const [written, marked] = [await events(), await marks()]
  await library.scan()
  expect([await events(), await marks()]).toEqual([written, marked])
})
