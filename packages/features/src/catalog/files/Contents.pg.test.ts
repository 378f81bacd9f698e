import { updateLibrary } from "@media/features/library/libraries/commands"
import { administrator, emptyLibraries, openLibrary, writeTree } from "@media/testkit/Library"
import { startStore } from "@media/testkit/TestServer"
import { mkdtempSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"

let store: Awaited<ReturnType<typeof startStore>>
let root = ""
beforeAll(async () => void (store = await startStore()))
afterAll(() => store.stop())
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "scan-"))
  await emptyLibraries(store)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

type Library = Awaited<ReturnType<typeof openLibrary>>
const hold = (library: Library, contents: ReadonlyArray<"videos" | "images">) =>
  store.run(updateLibrary(administrator, library.id, { contents }))
const setRecursive = (library: Library, recursive: boolean) =>
  store.run(
    updateLibrary(administrator, library.id, {
      roots: [{ id: library.roots[0]!.id, path: root, recursive }]
    })
  )
const statuses = async (library: Library) =>
  Object.fromEntries((await library.videos()).map(({ path, status }) => [path, status]))
const idsOf = async (library: Library) => (await library.videos()).map(({ id }) => id)
const eventCount = async () => Number((await store.rows("select count(*) as n from events"))[0]!["n"])
const reasons = () =>
  store.rows(`select data->>'reason' as reason from events where type = 'item.file-missing.v1'`)

describe("a library's contents setting", () => {
  it("keeps the ids of items when the setting is changed and then restored", async () => {
    writeTree(root, { "a.mp4": "a", "deep/b.mkv": "bb", "c.jpg": "c" })
    const library = await openLibrary(store, [root])
    await library.scan()
    const ids = await idsOf(library)
    await store.rows("insert into user_items (account_id, item_id, rating) values ($1, $2, 80)", [
      administrator.accountId,
      ids[0]
    ])

    await hold(library, ["images"])
    expect(await library.scan()).toMatchObject({ missing: 2, ignored: 2, added: 1 })
    expect(await statuses(library)).toEqual({ "a.mp4": "missing", "deep/b.mkv": "missing" })
    expect(await library.scanResults()).toMatchObject({
      "a.mp4": "ignored: This library does not contain videos",
      "deep/b.mkv": "ignored: This library does not contain videos"
    })
    expect(await reasons()).toEqual(Array(2).fill({ reason: "This library does not contain videos" }))
    const before = await eventCount()
    expect(await library.scan()).toMatchObject({ missing: 0, ignored: 0, unchanged: 3 })
    expect(await eventCount()).toBe(before)

    rmSync(join(root, "a.mp4"))
    await library.scan()
    expect(await library.scanResults()).toMatchObject({ "a.mp4": "missing: The file no longer exists" })
    writeTree(root, { "a.mp4": "a" })
    await hold(library, ["videos"])
    expect(await library.scan()).toMatchObject({ found: 2, added: 0 })
    expect(await idsOf(library)).toEqual(ids)
    expect(await statuses(library)).toEqual({ "a.mp4": "arriving", "deep/b.mkv": "arriving" })
    expect(await store.rows("select rating from user_items")).toEqual([{ rating: 80 }])
  })

  it("does not trigger a scan if the contents setting stays the same", async () => {
    writeTree(root, { "a.mp4": "a" })
    const library = await openLibrary(store, [root])
    const scans = async () =>
      (
        await store.rows(
          "select 1 from jobs j join queues q on q.id = j.queue where q.name = 'library-scan' and j.state = 0"
        )
      ).length
    await store.rows("truncate jobs")
    await hold(library, ["videos"])
    expect(await scans()).toBe(0)
    await hold(library, ["videos", "images"])
    expect(await scans()).toBe(1)
  })

  it("keeps the item of a file that was moved while its kind was excluded", async () => {
    writeTree(root, { "a.mp4": "a-content" })
    const library = await openLibrary(store, [root])
    await library.scan()
    const ids = await idsOf(library)
    await hold(library, ["images"])
    await library.scan()
    writeTree(root, { "x/keep.jpg": "" })
    renameSync(join(root, "a.mp4"), join(root, "x/a.mp4"))
    await library.scan()
    await hold(library, ["videos"])
    expect(await library.scan()).toMatchObject({ moved: 1, added: 0 })
    expect(await idsOf(library)).toEqual(ids)
    expect(await statuses(library)).toEqual({ "x/a.mp4": "arriving" })
  })
})

it("deletes all records of a root when the root is removed", async () => {
  writeTree(root, { "one/a.mp4": "a", "two/b.mp4": "bb" })
  const library = await openLibrary(store, [join(root, "one"), join(root, "two")])
  await library.scan(0)
  await library.scan(1)
  const [first, second] = library.roots
  await store.run(
    updateLibrary(administrator, library.id, { roots: [{ id: second!.id, path: second!.path }] })
  )
  await library.cleanUp()
  expect(await store.rows("select root_id from scanned_files")).toEqual([{ root_id: second!.id }])
  expect(await store.rows("select 1 from root_scans where root_id = $1", [first!.id])).toEqual([])
  expect((await library.videos()).map(({ path }) => path)).toEqual(["b.mp4"])
})

describe("a root that is scanned without its subfolders", () => {
  it("marks the files in subfolders as missing until the subfolders are included again", async () => {
    writeTree(root, { "a.mp4": "a", "sub/b.mp4": "bb", "sub/deep/c.mp4": "ccc", "other/readme.log": "x" })
    const library = await openLibrary(store, [root])
    await library.scan()
    const ids = await idsOf(library)
    await setRecursive(library, false)
    expect(await library.scan()).toMatchObject({ missing: 2 })
    expect(await statuses(library)).toEqual({
      "a.mp4": "arriving",
      "sub/b.mp4": "missing",
      "sub/deep/c.mp4": "missing"
    })
    const reason = "This library folder is scanned without its subfolders"
    expect(await library.scanResults()).toEqual({
      "a.mp4": "indexed",
      sub: `ignored: ${reason}`,
      other: `ignored: ${reason}`,
      "sub/b.mp4": `ignored: Its folder is ignored: ${reason}`,
      "sub/deep/c.mp4": `ignored: Its folder is ignored: ${reason}`
    })
    const before = [await eventCount(), await store.rows("select checked_at from scanned_files")]
    expect(await library.scan()).toMatchObject({ missing: 0 })
    expect([await eventCount(), await store.rows("select checked_at from scanned_files")]).toEqual(before)
    expect(await library.scan(0, "sub")).toMatchObject({ skipped: expect.stringContaining("subfolders") })

    rmSync(join(root, "sub/b.mp4"))
    await setRecursive(library, true)
    expect(await library.scan()).toMatchObject({ found: 1, added: 0 })
    expect(await statuses(library)).toEqual({
      "a.mp4": "arriving",
      "sub/b.mp4": "missing",
      "sub/deep/c.mp4": "arriving"
    })
    expect(await library.scanResults()).toEqual({
      "a.mp4": "indexed",
      "sub/b.mp4": "missing: The file no longer exists",
      "sub/deep/c.mp4": "indexed",
      "other/readme.log": "ignored: Not a media file (.log)"
    })
    writeTree(root, { "sub/b.mp4": "bb" })
    await library.scan()
    expect(await idsOf(library)).toEqual(ids)
  })

  it("marks the files of a deleted subfolder as missing", async () => {
    writeTree(root, { "a.mp4": "a", "sub/b.mp4": "bb" })
    const library = await openLibrary(store, [root])
    await library.scan()
    await setRecursive(library, false)
    rmSync(join(root, "sub"), { recursive: true })
    expect(await library.scan()).toMatchObject({ missing: 1 })
    expect(await library.scanResults()).toEqual({
      "a.mp4": "indexed",
      "sub/b.mp4": "missing: The file no longer exists"
    })
  })
})

describe("one item per file", () => {
  it("reuses the existing items after all scan records were lost", async () => {
    writeTree(root, { "a.mp4": "a", "b/c.mp4": "cc", "b/d.mp4": "ddd" })
    const library = await openLibrary(store, [root])
    await library.scan()
    const ids = await idsOf(library)
    await store.rows("truncate scanned_files, root_scans")
    writeTree(root, { "b/d.mp4": "changed meanwhile" })
    expect(await library.scan()).toMatchObject({ added: 0, unchanged: 2, changed: 1 })
    expect(await idsOf(library)).toEqual(ids)
    expect(await library.scan()).toMatchObject({ unchanged: 3, added: 0, changed: 0 })
  })

  it("prevents two present items at the same path by a database constraint", async () => {
    writeTree(root, { "a.mp4": "a" })
    const library = await openLibrary(store, [root])
    await library.scan()
    const copy = (isPresent: boolean) =>
      store.rows(`insert into item_files (item_id, root_id, size_bytes, mtime_ms, is_present, is_probed, path_hash, path)
        select gen_random_uuid(), root_id, size_bytes, mtime_ms, ${isPresent}, is_probed, path_hash, path from item_files`)
    await expect(copy(true)).rejects.toThrow("item_files_path")
    await copy(false)
  })
})
