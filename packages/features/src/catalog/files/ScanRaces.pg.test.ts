import { removeLibrary } from "@media/features/library/libraries/commands"
import { administrator, emptyLibraries, openLibrary, writeTree } from "@media/testkit/Library"
import { startStore } from "@media/testkit/TestServer"
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"

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
afterEach(() => rmSync(root, { recursive: true, force: true }))

const videosIn = (folder: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${folder}/video ${n}.mp4`, `video ${n}`]))

it("creates one item per file when a root and its subfolders are scanned concurrently", async () => {
  for (let round = 0; round < 4; round += 1) writeTree(root, videosIn(`new/${round}`, 300))
  const library = await openLibrary(store, [root])
  const tallies = await Promise.all([
    library.scan(),
    library.scan(0, "new"),
    library.scan(0, "new/1"),
    library.scan()
  ])
  const videos = await library.videos()
  expect(videos).toHaveLength(1_200)
  expect(new Set(videos.map(({ path }) => path)).size).toBe(1_200)
  expect(tallies.reduce((sum, { added }) => sum + (added ?? 0), 0)).toBe(1_200)
  expect(await library.scan()).toMatchObject({ unchanged: 1_200, added: 0, moved: 0, missing: 0 })
})

it("scans a huge folder and many small folders in batches, even after files disappear", async () => {
  writeTree(root, videosIn("huge", 2_300))
  for (let n = 0; n < 700; n += 1) writeTree(root, { [`small/${n}/video.mp4`]: `${n}` })
  const library = await openLibrary(store, [root])
  expect(await library.scan()).toMatchObject({ added: 3_000, files: 3_000 })
  const largest = await store.rows(
    "select max(n) as n from (select count(*) as n from events group by xid) t"
  )
  expect(Number(largest[0]!["n"])).toBeLessThanOrEqual(1_500)
  renameSync(join(root, "huge"), `${root}-away`)
  expect(await library.scan()).toMatchObject({ missing: 2_300, unchanged: 700 })
  renameSync(`${root}-away`, join(root, "huge"))
  expect(await library.scan()).toMatchObject({ found: 2_300, added: 0 })
})

it("deletes all items of a library that is removed during a scan", async () => {
  for (let round = 0; round < 6; round += 1) writeTree(root, videosIn(`${round}`, 400))
  const library = await openLibrary(store, [root])
  const scanning = library.scan().then(
    () => "done",
    (error: Error) => error.message
  )
  while ((await library.videos()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await store.run(removeLibrary(administrator, library.id))
  expect(["done", "The folder was removed from its library"]).toContain(await scanning)
  await library.cleanUp()
  expect(await library.videos()).toEqual([])
  expect(await store.rows("select 1 from scanned_files")).toEqual([])
  const after = await store.rows(`select 1 from events e where type = 'item.registered.v1'
    and position > (select position from events where type = 'library.removed.v1')`)
  expect(after).toEqual([])
})

it("keeps all items if a root is replaced in the middle of a scan", async () => {
  for (let round = 0; round < 6; round += 1) writeTree(root, videosIn(`${round}`, 300))
  const library = await openLibrary(store, [root])
  await library.scan()
  const scanning = library.failure()
  await new Promise((resolve) => setTimeout(resolve, 15))
  renameSync(root, `${root}-disk`)
  mkdirSync(root)
  expect(await scanning).toMatch(
    /replaced during the scan|is empty, but contained|cannot be (?:read|scanned|opened)/
  )
  rmSync(root, { recursive: true })
  renameSync(`${root}-disk`, root)
  expect((await library.videos()).filter(({ status }) => status === "missing")).toEqual([])
  expect(await library.scan()).toMatchObject({ missing: 0, added: 0, unchanged: 1_800 })
})

it("keeps all items below an unreadable folder and logs the folder", async () => {
  writeTree(root, { "a.mp4": "a", "closed/b.mp4": "bb", "closed/deep/c.mp4": "ccc", "gone.mp4": "gone!" })
  chmodSync(root, 0o755)
  const library = await openLibrary(store, [root])
  await library.scan()
  chmodSync(join(root, "closed"), 0o000)
  rmSync(join(root, "gone.mp4"))
  const lines: Array<string> = []
  // Scan as an unprivileged user, because the superuser can read every folder.
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid!(65_534)
  const tally = await library.scan(0, undefined, lines).finally(() => {
    if (isRoot) process.seteuid!(0)
    chmodSync(join(root, "closed"), 0o755)
  })
  expect(tally).toMatchObject({ unreadableFolders: 1, missing: 1 })
  expect(lines).toEqual(["closed: No permission to read it; the known contents of this folder are kept"])
  expect((await library.videos()).map(({ path, status }) => [path, status])).toEqual([
    ["a.mp4", "arriving"],
    ["closed/b.mp4", "arriving"],
    ["closed/deep/c.mp4", "arriving"],
    ["gone.mp4", "missing"]
  ])
})
