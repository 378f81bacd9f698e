import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openInside, requireInside } from "./InsideRoot.ts"

let base = ""
let root = ""
const at = (name: string) => join(root, name)
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "inside-"))
  root = join(base, "root")
  mkdirSync(join(root, "deep"), { recursive: true })
  mkdirSync(join(base, "root-neighbor"))
  writeFileSync(join(base, "secret"), "secret")
  writeFileSync(join(base, "root-neighbor", "a.mp4"), "neighbor")
  writeFileSync(at("a.mp4"), "video")
  writeFileSync(at("deep/b.mp4"), "deep")
})
afterEach(() => rmSync(base, { recursive: true }))

const contentOf = async (path: string | Buffer, of = root): Promise<string> => {
  try {
    const handle = await openInside(of, path)
    try {
      return (await handle.readFile()).toString()
    } finally {
      await handle.close()
    }
  } catch (cause) {
    const { _tag, code } = cause as { _tag?: string; code?: string }
    return _tag ?? code ?? String(cause)
  }
}

const platform = process.platform
const pretend = (name: string) => Object.defineProperty(process, "platform", { value: name })
afterEach(() => pretend(platform))

// The tests run twice: once as on this system, and once as on a system without /proc, such as macOS. Without /proc, the
// path of an opened file is resolved again.
describe.each([platform, "darwin"])("opening a file on %s", (name) => {
  beforeEach(() => pretend(name))

  it("accepts names with any bytes, and links that stay inside the root", async () => {
    symlinkSync("deep/b.mp4", at("link.mp4"))
    symlinkSync(at("deep"), at("folder"))
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.of(0xff), Buffer.from(".mp4")]), "bytes")
    expect(await contentOf(at("a.mp4"))).toBe("video")
    expect(await contentOf(at("link.mp4"))).toBe("deep")
    expect(await contentOf(at("folder/b.mp4"))).toBe("deep")
    const odd = Buffer.concat([Buffer.from(`${root}/`), Buffer.of(0xff), Buffer.from(".mp4")])
    expect(await contentOf(odd)).toBe("bytes")
    await requireInside(root, at("link.mp4"))
  })

  it("accepts a root whose path is or contains a link", async () => {
    symlinkSync(root, join(base, "other"))
    symlinkSync(base, join(base, "up"))
    for (const of of [join(base, "other"), join(base, "up", "root"), `${root}/`]) {
      expect(await contentOf(join(of, "a.mp4"), of)).toBe("video")
      await requireInside(of, join(of, "deep/b.mp4"))
    }
  })
})

describe.each([platform, "darwin"])("rejecting a path on %s", (name) => {
  beforeEach(() => pretend(name))

  it("rejects links that lead out of the root, even to a sibling folder with the same prefix", async () => {
    symlinkSync("/etc/passwd", at("passwd.mp4"))
    symlinkSync(join(base, "root-neighbor"), at("away"))
    symlinkSync(base, at("up"))
    for (const name of ["passwd.mp4", "away/a.mp4", "up/secret", "../secret", "deep/../../secret"]) {
      expect([name, await contentOf(`${root}/${name}`)]).toEqual([name, "OutsideRoot"])
      await expect(requireInside(root, `${root}/${name}`)).rejects.toThrow("leads outside the library folder")
    }
  })

  it("rejects missing files, and everything that is not a regular file", async () => {
    execFileSync("mkfifo", [at("pipe.mp4")])
    symlinkSync("loop.mp4", at("loop.mp4"))
    symlinkSync("nothing", at("dangling.mp4"))
    symlinkSync("/dev/zero", at("device.mp4"))
    expect(await contentOf(at("pipe.mp4"))).toBe("NotRegularFile")
    expect(await contentOf(at("deep"))).toBe("NotRegularFile")
    expect(await contentOf(at("loop.mp4"))).toBe("ELOOP")
    expect(await contentOf(at("dangling.mp4"))).toBe("ENOENT")
    expect(await contentOf(at("device.mp4"))).toBe("OutsideRoot")
    expect(await contentOf(at("a.mp4/x"))).toBe("ENOTDIR")
  })

  it.skipIf(name === "darwin")("opens no file outside the root while links are swapped", async () => {
    symlinkSync("/etc/passwd", at("evil"))
    mkdirSync(at("inner"))
    writeFileSync(at("inner/x.mp4"), "video")
    const outside = join(base, "outside")
    mkdirSync(outside)
    writeFileSync(join(outside, "x.mp4"), "secret")
    symlinkSync(outside, at("evil-folder"))
    let isOver = false
    const swapping = (async () => {
      while (!isOver) {
        renameSync(at("a.mp4"), at("kept"))
        renameSync(at("evil"), at("a.mp4"))
        renameSync(at("inner"), at("kept-folder"))
        renameSync(at("evil-folder"), at("inner"))
        await new Promise(setImmediate)
        renameSync(at("a.mp4"), at("evil"))
        renameSync(at("kept"), at("a.mp4"))
        renameSync(at("inner"), at("evil-folder"))
        renameSync(at("kept-folder"), at("inner"))
        await new Promise(setImmediate)
      }
    })()
    const seen = new Set<string>()
    for (let n = 0; n < 400; n += 1) {
      for (const answer of await Promise.all([contentOf(at("a.mp4")), contentOf(at("inner/x.mp4"))]))
        seen.add(answer)
    }
    isOver = true
    await swapping
    expect([...seen].filter((answer) => !["video", "OutsideRoot", "ENOENT"].includes(answer))).toEqual([])
    expect(seen).toContain("video")
    expect(readdirSync("/proc/self/fd").length).toBeLessThan(100)
  })
})
