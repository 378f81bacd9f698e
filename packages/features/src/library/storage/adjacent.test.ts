import fc from "fast-check"
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeEach, expect, it } from "vitest"
import { putAdjacent, readAdjacent, removeAdjacent, takeAdjacent, type Owner } from "./adjacent.ts"
import { isOurName, itemOfNote, noteOf } from "./adjacentNames.ts"
import { toNotMoved } from "./errors.ts"

const top = mkdtempSync(join(tmpdir(), "adjacent-"))
afterAll(() => rmSync(top, { recursive: true, force: true }))

const ITEM = "01900000-0000-7000-8000-000000000001"
const OTHER = "01900000-0000-7000-8000-000000000002"
const SMALL = "0123456789ab-320.webp"
const LARGE = "0123456789ab-640.webp"
const OLD = "ffffffffffff-320.webp"
const MTIME = 1_700_000_000

let n = 0
let root = ""
let cache = ""
beforeEach(() => {
  n += 1
  root = join(top, `root-${n}`)
  cache = join(top, `cache-${n}`)
  mkdirSync(join(root, "a"), { recursive: true })
  mkdirSync(cache)
  media("a/Heat.mkv")
  writeFileSync(join(cache, SMALL), "small")
  writeFileSync(join(cache, LARGE), "large")
})

const media = (path: string) => {
  writeFileSync(join(root, path), "the video")
  utimesSync(join(root, path), MTIME, MTIME)
}
const known = { size: 9, mtimeMs: MTIME * 1_000 }
const locationOf = (path: string | Buffer) => ({ root, path: Buffer.from(path) })
const heat = () => locationOf("a/Heat.mkv")
const own = () => join(root, "a/.media-assets/Heat.mkv")
const files = () => readdirSync(cache).map((name) => ({ name, path: join(cache, name) }))
const owner = (forgotten: ReadonlyArray<string> = []): Owner => ({
  itemId: ITEM,
  isForgotten: (id) => Promise.resolve(forgotten.includes(id))
})
const isToday = (name: string) => name.startsWith("0123456789ab")
const put = (location = heat(), who = owner()) =>
  putAdjacent(location, known, who, { files: files(), keep: isToday })
const take = () => takeAdjacent({ location: heat(), itemId: ITEM }, isToday, () => Promise.resolve(cache))
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => "it was done",
    (cause: unknown) => toNotMoved(cause).reason
  )
const isAsBefore = () => {
  expect(readFileSync(join(root, "a/Heat.mkv"), "utf8")).toBe("the video")
  expect(statSync(join(root, "a/Heat.mkv")).mtimeMs).toBe(known.mtimeMs)
}

it("moves files next to their media and back without touching the media", async () => {
  expect(await put()).toEqual({ moved: { files: 2, bytes: 10 }, there: { files: 2, bytes: 10 } })
  expect(readdirSync(cache)).toEqual([])
  expect(readdirSync(own()).sort()).toEqual([SMALL, LARGE, "assets.json"])
  expect((await readAdjacent({ location: heat(), itemId: ITEM }, SMALL))?.toString()).toBe("small")
  expect(await readAdjacent({ location: heat(), itemId: OTHER }, SMALL)).toBeUndefined()
  isAsBefore()

  expect(await take()).toEqual({ files: 2, bytes: 10 })
  expect(await removeAdjacent({ location: heat(), itemId: ITEM })).toEqual({ files: 2, bytes: 10 })
  expect(readdirSync(cache).sort()).toEqual([SMALL, LARGE])
  expect(readdirSync(join(root, "a"))).toEqual(["Heat.mkv"])
  isAsBefore()
})

it.runIf(existsSync("/proc/self/fd"))(
  "closes the cache folder if a file cannot be copied into it",
  async () => {
    await put()
    mkdirSync(join(cache, SMALL))
    const opened = () =>
      readdirSync("/proc/self/fd").filter((descriptor) => {
        try {
          return readlinkSync(`/proc/self/fd/${descriptor}`) === realpathSync(cache)
        } catch {
          // This descriptor was used to list the folder and is already closed.
          return false
        }
      })
    expect(await reasonOf(take())).toMatch(/cache directory/)
    expect(opened()).toEqual([])
  }
)

/** Creates the state on disk that a move leaves behind if the process is killed at each of its steps. */
const cutOff: Readonly<Record<string, () => void>> = {
  "after the folder": () => mkdirSync(own(), { recursive: true }),
  "within the note": () => {
    mkdirSync(own(), { recursive: true })
    writeFileSync(join(own(), ".assets.json.0123456789ab.tmp"), "{")
  },
  "within a copy": () => {
    mkdirSync(own(), { recursive: true })
    writeFileSync(join(own(), "assets.json"), noteOf(ITEM))
    writeFileSync(join(own(), `.${SMALL}.0123456789ab.tmp`), "sm")
  },
  "after a copy": () => {
    mkdirSync(own(), { recursive: true })
    writeFileSync(join(own(), "assets.json"), noteOf(ITEM))
    writeFileSync(join(own(), SMALL), "small")
  },
  "after a deletion": () => {
    mkdirSync(own(), { recursive: true })
    writeFileSync(join(own(), "assets.json"), noteOf(ITEM))
    cpSync(cache, own(), { recursive: true })
    rmSync(join(cache, SMALL))
  }
}
it.each(Object.keys(cutOff))("finishes a move that was killed %s", async (step) => {
  cutOff[step]!()
  expect((await put()).there).toEqual({ files: 2, bytes: 10 })
  expect(readdirSync(own()).sort()).toEqual([SMALL, LARGE, "assets.json"])
  expect(readFileSync(join(own(), LARGE), "utf8")).toBe("large")
  expect(readdirSync(cache)).toEqual([])
})
it.each(Object.keys(cutOff))("reverts a move that was killed %s without losing anything", async (step) => {
  cutOff[step]!()
  await take()
  await removeAdjacent({ location: heat(), itemId: ITEM })
  expect(readdirSync(cache).sort()).toEqual([SMALL, LARGE])
  if (step !== "within the note") expect(readdirSync(join(root, "a"))).toEqual(["Heat.mkv"])
})

it("deletes only files that the server generated", async () => {
  await put()
  writeFileSync(join(own(), OLD), "old")
  writeFileSync(join(own(), "poster.jpg"), "mine")
  writeFileSync(join(root, "a/.media-assets/other.txt"), "mine as well")
  await put()
  expect(readdirSync(own())).not.toContain(OLD)
  await removeAdjacent({ location: heat(), itemId: ITEM })
  expect(readdirSync(own())).toEqual(["poster.jpg"])
  expect(existsSync(join(root, "a/.media-assets/other.txt"))).toBe(true)
})

it("does not change the folder of another installation, except for items that no longer exist", async () => {
  mkdirSync(own(), { recursive: true })
  writeFileSync(join(own(), "assets.json"), noteOf(OTHER))
  writeFileSync(join(own(), OLD), "theirs")
  expect(await reasonOf(put())).toMatch(/another item or installation/)
  expect(await removeAdjacent({ location: heat(), itemId: ITEM })).toEqual({ files: 0, bytes: 0 })
  expect(readFileSync(join(own(), OLD), "utf8")).toBe("theirs")
  expect(readdirSync(cache)).toHaveLength(2)

  expect((await put(heat(), owner([OTHER]))).there.files).toBe(2)
  expect(readdirSync(own())).not.toContain(OLD)
  expect(itemOfNote(readFileSync(join(own(), "assets.json"), "utf8"))).toBe(ITEM)
})

it("does not use a non-empty folder without a note file", async () => {
  mkdirSync(own(), { recursive: true })
  writeFileSync(join(own(), SMALL), "whose?")
  expect(await reasonOf(put())).toMatch(/another item or installation/)
  expect(readFileSync(join(own(), SMALL), "utf8")).toBe("whose?")
})

it.each([
  ["the hidden folder", "a/.media-assets"],
  ["the folder of the file", "a/.media-assets/Heat.mkv"]
])("does not follow a link in place of %s", async (_what, at) => {
  const elsewhere = join(top, `elsewhere-${n}`)
  mkdirSync(join(elsewhere, "Heat.mkv"), { recursive: true })
  mkdirSync(join(root, at, ".."), { recursive: true })
  symlinkSync(elsewhere, join(root, at))
  expect(await reasonOf(put())).toMatch(/symbolic link/)
  await removeAdjacent({ location: heat(), itemId: ITEM }).catch(() => undefined)
  expect(readdirSync(elsewhere)).toEqual(["Heat.mkv"])
  expect(lstatSync(join(root, at)).isSymbolicLink()).toBe(true)
  expect(readdirSync(cache)).toHaveLength(2)
})

it("does not follow a link in place of a file", async () => {
  const secret = join(top, "secret")
  writeFileSync(secret, "secret")
  await put()
  rmSync(join(own(), SMALL))
  symlinkSync(secret, join(own(), SMALL))
  expect(await readAdjacent({ location: heat(), itemId: ITEM }, SMALL)).toBeUndefined()
  await take()
  expect(readdirSync(cache)).toEqual([LARGE])
  await removeAdjacent({ location: heat(), itemId: ITEM })
  expect(readFileSync(secret, "utf8")).toBe("secret")
})

it("moves no files if the media file is missing, replaced or a link", async () => {
  utimesSync(join(root, "a/Heat.mkv"), MTIME + 5, MTIME + 5)
  expect(await reasonOf(put())).toMatch(/right disk/)
  rmSync(join(root, "a/Heat.mkv"))
  expect(await reasonOf(put())).toMatch(/right disk/)
  symlinkSync("/etc/hostname", join(root, "a/Heat.mkv"))
  expect(await reasonOf(put())).toMatch(/symbolic link/)
  rmSync(join(root, "a"), { recursive: true })
  expect(await reasonOf(put())).toMatch(/cannot be found/)
  expect(existsSync(join(root, "a"))).toBe(false)
  expect(readdirSync(cache)).toHaveLength(2)
})

it.skipIf(process.getuid?.() === 0)("reports a folder without write permission", async () => {
  chmodSync(join(root, "a"), 0o555)
  expect(await reasonOf(put())).toMatch(/no permission/)
  chmodSync(join(root, "a"), 0o755)
  expect(readdirSync(cache)).toHaveLength(2)
})

it("treats a full or read-only disk as a failure of the root, and a missing permission as a failure of the item", () => {
  const of = (code: string) => toNotMoved(Object.assign(new Error(code), { code }))
  expect(of("ENOSPC")).toMatchObject({ holdsFor: "root", reason: "The disk of the folder is full." })
  expect(of("EROFS")).toMatchObject({ holdsFor: "root", reason: expect.stringMatching(/read-only/) })
  expect(of("EACCES")).toMatchObject({ holdsFor: "item" })
  expect(of("EIO")).toMatchObject({ reason: "The disk of the folder reported an error (EIO)." })
})

it("moves the files of media with any file name", async () => {
  const name = fc
    .uint8Array({ minLength: 1, maxLength: 60 })
    .map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0 && byte !== 0x2f)))
    .filter((bytes) => bytes.length > 0 && ![".", "..", ".media-assets"].includes(bytes.toString()))
  let round = 0
  await fc.assert(
    fc.asyncProperty(name, async (bytes) => {
      round += 1
      const folder = join(root, `r${round}`)
      mkdirSync(folder)
      const path = Buffer.concat([Buffer.from(`${folder}/`), bytes])
      writeFileSync(path, "the video")
      utimesSync(path, MTIME, MTIME)
      const location = locationOf(Buffer.concat([Buffer.from(`r${round}/`), bytes]))
      const source = join(cache, SMALL)
      writeFileSync(source, "small")
      const put = await putAdjacent(location, known, owner(), {
        files: [{ name: SMALL, path: source }],
        keep: isToday
      })
      expect(put.there.files).toBe(1)
      expect((await readAdjacent({ location, itemId: ITEM }, SMALL))?.toString()).toBe("small")
      await removeAdjacent({ location, itemId: ITEM })
      expect(readdirSync(folder, { encoding: "buffer" })).toEqual([bytes])
    }),
    { numRuns: 40 }
  )
})

it("does not mistake unsafe or user-chosen file names for names of generated files", () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(isOurName(`../${name}`) || isOurName(`${name}/x.webp`)).toBe(false)
    })
  )
  for (const name of [
    "poster.webp",
    "Heat-320.webp",
    "0123456789AB-320.webp",
    "x0123456789ab-1.jpg",
    ".a.tmp",
    ""
  ])
    expect(isOurName(name), name).toBe(false)
  expect([SMALL, `.${SMALL}.0123456789ab.tmp`, "0123456789ab.mp4", "assets.json"].every(isOurName)).toBe(true)
})
