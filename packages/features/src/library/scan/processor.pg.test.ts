import { openLibrary, writeTree } from "@media/testkit/Library"
import { startStore } from "@media/testkit/TestServer"
import { mkdtempSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest"

let store: Awaited<ReturnType<typeof startStore>>
const folder = mkdtempSync(join(tmpdir(), "media-forbidden-"))
beforeAll(async () => {
  store = await startStore()
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await store.stop()
  rmSync(folder, { recursive: true })
})

it("skips the server's own folders inside a root, whatever their names", async () => {
  const root = join(folder, "disk")
  writeTree(root, {
    "film.mp4": "film",
    "srv/data/x.mp4": "own",
    "srv/made/hls/0.ts": "own",
    "srv/other/y.mp4": "film y"
  })
  vi.stubEnv("MEDIA_DATA_DIR", join(root, "srv/data"))
  vi.stubEnv("MEDIA_CACHE_DIR", join(root, "srv/made"))
  const library = await openLibrary(store, [root], { name: "Disk" })
  expect(await library.scan()).toMatchObject({ added: 2 })
  const rows = await store.rows(
    "select path, scan_result, reason from scanned_files where root_id = $1 order by path",
    [library.roots[0]!.id]
  )
  expect(rows.filter(({ reason }) => reason !== null)).toEqual([
    { path: "srv/data", scan_result: "ignored", reason: "The server stores its own files in this folder" },
    { path: "srv/made", scan_result: "ignored", reason: "The server stores its own files in this folder" }
  ])
  expect(await library.failure(0, "srv/made/hls")).toContain("the server stores its own files in this folder")
})

it("scans the target of a root that became a link only if libraries may use the target", async () => {
  const root = join(folder, "members/films")
  const moved = join(folder, "moved")
  writeTree(root, { "film.mp4": "film" })
  mkdirSync(join(folder, "data/cache"), { recursive: true })
  vi.stubEnv("MEDIA_DATA_DIR", join(folder, "data"))
  const library = await openLibrary(store, [root])
  expect(await library.scan()).toMatchObject({ added: 1 })
  renameSync(root, moved)
  symlinkSync(moved, root)
  expect(await library.failure()).toBe("it did not fail")

  for (const target of ["/proc", join(folder, "data"), join(folder, "data/cache")]) {
    rmSync(root)
    symlinkSync(target, root)
    expect(await library.failure()).toMatch(/Couldn’t scan .*, because .*Nothing was changed/)
  }
  // A root in a folder that members may use must not be a link to a folder elsewhere. Otherwise, the link could give
  // members access to that folder.
  rmSync(root)
  symlinkSync(moved, root)
  vi.stubEnv("MEDIA_MEMBER_FOLDERS", join(folder, "members"))
  expect(await library.failure()).toContain("the folder is a link to a folder that members may not use")
  const statuses = (await library.videos()).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set(["arriving"]))
})
