import { listFiles } from "@media/features/library/libraries/files"
import type * as FolderNames from "@media/disk/FolderNames"
import type * as FileKind from "./FileKind.ts"
import { administrator, emptyLibraries, openLibrary, writeTree } from "@media/testkit/Library"
import { startStore } from "@media/testkit/TestServer"
import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest"

const { rules, shown } = vi.hoisted(() => {
  const rules = { leftOut: /^$/ }
  return { rules, shown: (name: string) => (rules.leftOut.test(name) ? `.${name}` : name) }
})
vi.mock("./FileKind.ts", async (original) => {
  const real = await original<typeof FileKind>()
  return {
    fileKindOf: (name: string, around: Parameters<typeof real.fileKindOf>[1]) =>
      real.fileKindOf(shown(name), around)
  }
})
vi.mock("@media/disk/FolderNames", async (original) => {
  const real = await original<typeof FolderNames>()
  return { ...real, skippedFolderReason: (name: string) => real.skippedFolderReason(shown(name)) }
})

let store: Awaited<ReturnType<typeof startStore>>
let root = ""
const at = (name: string) => join(root, name)
beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "scan-"))
  chmodSync(root, 0o755)
  await emptyLibraries(store)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const rows = async () =>
  Object.fromEntries(
    (await store.run(listFiles(administrator, { page: 1, perPage: 500 }))).items.map(
      ({ kind, path, reason, scanResult }) => [
        path,
        `${kind} ${scanResult}${reason === null ? "" : `: ${reason}`}`
      ]
    )
  )
const marks = () => store.rows("select path, checked_at from scanned_files order by path")

/** Runs `work` as an unprivileged user, because the superuser can read every folder. */
const asOtherUser = async <A>(work: () => Promise<A>): Promise<A> => {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid!(65_534)
  return work().finally(() => {
    if (isRoot) process.seteuid!(0)
  })
}

it("records each file on disk that a scan skips, with the reason", async () => {
  writeTree(root, {
    "a.mp4": "a",
    ".x/b.mp4": "b",
    ".x/deep/c.mp4": "c",
    "@eaDir/d.mp4": "d",
    ".Trash-1000/files/e.mp4": "e",
    "real/f.mp4": "f",
    "...dots/g.mp4": "g",
    "... And Justice.mkv": "h"
  })
  symlinkSync("nowhere.mp4", at("dangling.mp4"))
  symlinkSync("/etc", at("outside"))
  symlinkSync("real", at("inside"))
  execFileSync("mkfifo", [at("pipe.mp4")])
  const library = await openLibrary(store, [root])
  expect(await library.scan()).toMatchObject({ added: 4, folders: 3 })
  expect(await rows()).toEqual({
    "a.mp4": "file indexed",
    "real/f.mp4": "file indexed",
    "...dots/g.mp4": "file indexed",
    "... And Justice.mkv": "file indexed",
    ".x": "folder ignored: Hidden folder",
    "@eaDir": "folder ignored: System folder, not part of the library",
    ".Trash-1000": "folder ignored: Hidden folder",
    "dangling.mp4": "link ignored: Symbolic link whose target does not exist",
    outside: "link ignored: Symbolic link that points outside the library",
    inside: "link ignored: Symbolic link to a folder",
    "pipe.mp4": "other ignored: Not a regular file"
  })
  const before = await marks()
  await library.scan()
  expect(await marks()).toEqual(before)

  renameSync(at(".x"), at("x"))
  rmSync(at("@eaDir"), { recursive: true })
  writeFileSync(at("nowhere.mp4"), "target")
  expect(await library.scan()).toMatchObject({ added: 4 })
  expect(await rows()).toMatchObject({ "dangling.mp4": "file indexed", "x/deep/c.mp4": "file indexed" })
  expect(Object.keys(await rows())).not.toContain(".x")
  expect(Object.keys(await rows())).not.toContain("@eaDir")
  expect(await library.scan(0, ".Trash-1000")).toHaveProperty("skipped")
})

it("keeps the known items of an unreadable folder", async () => {
  writeTree(root, { "a.mp4": "a", "closed/b.mp4": "bb", "closed/deep/c.log": "c" })
  const library = await openLibrary(store, [root])
  await library.scan()
  chmodSync(at("closed"), 0o000)
  expect(await asOtherUser(() => library.scan())).toMatchObject({ unreadableFolders: 1, missing: 0 })
  expect(await rows()).toEqual({
    "a.mp4": "file indexed",
    closed: "folder failed: No permission to read it",
    "closed/b.mp4": "file indexed",
    "closed/deep/c.log": "file ignored: Not a media file (.log)"
  })
  const before = await marks()
  await asOtherUser(() => library.scan())
  expect(await marks()).toEqual(before)
  chmodSync(at("closed"), 0o755)
  expect(await library.scan()).toMatchObject({ unchanged: 3, missing: 0 })
  expect(Object.keys(await rows())).not.toContain("closed")
})

it("marks items missing while a newer version of the scanner skips their files", async () => {
  writeTree(root, { "a.mp4": "a", "odd.mp4": "odd", "shelf/b.mp4": "bb", "shelf/deep/c.mp4": "ccc" })
  writeTree(root, { "shelf/n.log": "x" })
  const library = await openLibrary(store, [root])
  await library.scan()
  const before = await rows()
  const ids = (await library.videos()).map(({ id }) => id)
  rules.leftOut = /^(odd.mp4|shelf)$/
  expect(await library.scan()).toMatchObject({ missing: 3 })
  expect(await rows()).toEqual({
    "a.mp4": "file indexed",
    "odd.mp4": "file ignored: Hidden file",
    shelf: "folder ignored: Hidden folder",
    "shelf/b.mp4": "file ignored: Its folder is ignored: Hidden folder",
    "shelf/deep/c.mp4": "file ignored: Its folder is ignored: Hidden folder"
  })
  const marked = await marks()
  await library.scan()
  expect(await marks()).toEqual(marked)
  rules.leftOut = /^$/
  expect(await library.scan()).toMatchObject({ found: 3, added: 0 })
  expect(await rows()).toEqual(before)
  expect((await library.videos()).map(({ id }) => id)).toEqual(ids)
})

it("marks a file as missing while a link, folder or pipe is in its place", async () => {
  const names = ["out.mp4", "dangling.mp4", "folder.mp4", "pipe.mp4"]
  writeTree(root, Object.fromEntries(names.map((name) => [name, name])))
  writeTree(root, { "stays.mp4": "x" })
  const library = await openLibrary(store, [root])
  await library.scan()
  const ids = (await library.videos()).map(({ id }) => id)
  for (const name of names) renameSync(at(name), `${root}-${name}`)
  symlinkSync("/etc/hostname", at("out.mp4"))
  symlinkSync("nothing", at("dangling.mp4"))
  mkdirSync(at("folder.mp4"))
  execFileSync("mkfifo", [at("pipe.mp4")])
  expect(await library.scan()).toMatchObject({ missing: 4 })
  expect(await rows()).toMatchObject({
    "out.mp4": "link ignored: Symbolic link that points outside the library",
    "folder.mp4": "file missing: The file no longer exists",
    "pipe.mp4": "other ignored: Not a regular file"
  })
  const before = await marks()
  expect(await library.scan()).toMatchObject({ missing: 0 })
  expect(await marks()).toEqual(before)
  for (const name of names) {
    rmSync(at(name), { recursive: true })
    renameSync(`${root}-${name}`, at(name))
  }
  expect(await library.scan()).toMatchObject({ found: 4, added: 0 })
  expect((await library.videos()).map(({ id }) => id)).toEqual(ids)
})
